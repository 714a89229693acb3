import { parseKnownEmail } from '@goal/contract';
import { Anchor, Text } from '@mantine/core';

import { useFragment } from '../../lib/use-fragment.ts';

type Props = { provider: string; next: string };

/**
 * After a refusal: as whom the person came from the sign-in service, and the way to come as
 * somebody else, because it remembers who they are.
 */
export function AnotherAccount({ provider, next }: Props) {
  const { value } = useFragment('email');
  const email = value === undefined ? undefined : parseKnownEmail(value);
  return (
    <Text size="sm">
      {email !== undefined && (
        <>
          You came from {provider} as <bdi>{email}</bdi>.{' '}
        </>
      )}
      <Anchor href={`/api/entry/sso?${new URLSearchParams({ choose: '', next })}`} underline="always" inherit>
        Use another account there
      </Anchor>
    </Text>
  );
}
