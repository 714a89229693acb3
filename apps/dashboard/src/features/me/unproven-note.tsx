import type { WaysToSignIn } from '@goal/contract';
import { Text } from '@mantine/core';

/**
 * Says, before it happens, that the first proof of an e-mail removes what was set up before
 * (rulings §10.21). Nothing where no sign-in proves one.
 */
export function UnprovenNote({ ways }: { ways: WaysToSignIn | undefined }) {
  const proofs = [
    ...(ways?.sso == null ? [] : [`with ${ways.sso.name}`]),
    ...(ways?.code === true ? ['with a code by mail'] : []),
  ];
  if (proofs.length === 0) return null;
  return (
    <Text size="sm">
      Nothing has proven yet that this e-mail is yours. The first sign-in {proofs.join(' or ')} proves it, and removes
      the password and passkeys from before, because anybody with a copied link could have set them up.
    </Text>
  );
}
