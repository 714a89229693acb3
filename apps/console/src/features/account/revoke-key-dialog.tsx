'use client';

import type { AccountKeyView } from '@goal/contract';
import { Text } from '@mantine/core';

import { useTRPC } from '../../trpc/trpc.ts';
import { useAct } from '../../trpc/use-act.ts';
import { notify } from '../../ui/notify.ts';
import { ActDialog } from '../site/act-dialog.tsx';
import { keyIsRevoked } from '../site/site-truth.ts';
import { useRefresh } from './use-refresh.ts';

type Props = { id: string; known: AccountKeyView; onClose: () => void };

/** Takes an account key out of use, for good. */
export function RevokeKeyDialog({ id, known: { prefix, name }, onClose }: Props) {
  const refresh = useRefresh(id);
  const revoke = useAct(
    useTRPC().admin.accounts.keys.revoke.mutationOptions({
      onSuccess: async () => {
        await refresh();
        notify.success(`The key ${prefix} is revoked.`);
        onClose();
      },
    }),
    {
      truth: (client) => keyIsRevoked(prefix, client.admin.accounts.keys.list.query({ id })),
      onDone: onClose,
    },
  );
  return (
    <ActDialog
      title={`Revoke the key ${prefix}?`}
      action="Revoke key"
      color="red"
      isBusy={revoke.isPending}
      error={revoke.error}
      onAct={() => revoke.mutate({ id, prefix })}
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
        stops working within a second: whatever uses it is answered 401 «invalid token». It stays in this list. It
        cannot be given back; create another one instead.
      </Text>
    </ActDialog>
  );
}
