import type { WaysToSignIn } from '@goal/contract';
import { Text } from '@mantine/core';

/** Says before that the first proof of an e-mail removes earlier ways in (rulings §10.21). */
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
