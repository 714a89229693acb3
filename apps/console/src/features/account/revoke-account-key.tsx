'use client';

import type { AccountKeyView } from '@goal/contract';
import { RevokeKeyDialog } from '@goal/ui/components/revoke-key-dialog.tsx';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { keyIsRevoked } from '@goal/ui/trpc/verify-key.ts';
import { useState } from 'react';

import { WhyField } from '../why/why-field.tsx';
import { useRefreshAccount } from './use-refresh-account.ts';

type Props = { id: string; known: AccountKeyView; onClose: () => void };

/** Revokes an account key for good. */
export function RevokeAccountKey({ id, known: { prefix, name }, onClose }: Props) {
  const refresh = useRefreshAccount(id);
  const [why, setWhy] = useState('');
  const revoke = useVerifiedMutation(
    useTRPC().admin.accounts.keys.revoke.mutationOptions({
      onSuccess: async () => {
        await refresh();
        notify.success(`The key ${prefix} is revoked.`);
        onClose();
      },
    }),
    {
      verify: (client) => keyIsRevoked(prefix, client.admin.accounts.keys.list.query({ id })),
      onDone: onClose,
    },
  );
  return (
    <RevokeKeyDialog
      prefix={prefix}
      mutation={revoke}
      field={<WhyField value={why} onChange={setWhy} />}
      onRevoke={() => revoke.mutate({ id, prefix, reason: why })}
      onClose={onClose}
    >
      {name === null ? (
        'The key'
      ) : (
        <>
          The key «<bdi>{name}</bdi>»
        </>
      )}{' '}
      stops working within a second: every request with it is answered 401 «invalid token». It stays in this list. It
      cannot be restored; create another one instead.
    </RevokeKeyDialog>
  );
}
