import { TextLink } from '@goal/ui/page/link.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

/** Warns a person who could not sign in again: as where the mail server was taken away. */
export function NoWayIn() {
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  if (me?.ways.any !== false) return null;
  return (
    <Alert color="red" role="status" title="You have no way to sign in again" mb="md">
      Add a passkey or a password on <TextLink href="/me">your own page</TextLink> before you sign out.
    </Alert>
  );
}
