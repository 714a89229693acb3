'use client';

import type { AccountKeyView } from '@goal/contract';
import { RevokeKeyDialog } from '@goal/ui/components/revoke-key-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useState } from 'react';

import { WhyField } from '../why/why-field.tsx';

type Props = { id: string; known: Pick<AccountKeyView, 'prefix' | 'name'>; onClose: () => void };

/** Revokes an account key for good. */
export function RevokeAccountKey({ id, known: { prefix, name }, onClose }: Props) {
  const [why, setWhy] = useState('');
  const revoke = useVerifiedMutation(useTRPC().admin.accounts.keys.revoke.mutationOptions(), {
    done: `The key ${prefix} is revoked.`,
    onDone: onClose,
  });
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
