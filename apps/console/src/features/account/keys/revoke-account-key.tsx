import type { AccountKeyView } from '@goal/contract';
import { revokeKey } from '@goal/ui/dialog/revoke-key.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';

import { AskWhy } from '../../why/ask-why.tsx';

type Props = { id: string; known: Pick<AccountKeyView, 'prefix' | 'name'>; onClose: () => void };

export function RevokeAccountKey({ id, known: { prefix, name }, onClose }: Props) {
  return (
    <AskWhy
      {...revokeKey(prefix)}
      action="Revoke key"
      procedure={useTRPC().admin.accounts.keys.revoke.mutationOptions()}
      input={(reason) => ({ id, prefix, reason })}
      onClose={onClose}
    >
      <Text size="sm">
        {name === null ? (
          'The key'
        ) : (
          <>
            The key «<bdi>{name}</bdi>»
          </>
        )}{' '}
        stops working within a second: every request with it is answered 401 «invalid token». It stays in this list. It
        cannot be restored; create another one instead.
      </Text>
    </AskWhy>
  );
}
