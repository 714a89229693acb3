'use client';

import type { GroupKeyView } from '@goal/contract';
import { LastUse, RevokeKeyDialog } from '@goal/ui/components/revoke-key-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useState } from 'react';

import { WhyField } from '../why/why-field.tsx';

type Props = {
  id: string;
  group: { id: string; name: string | undefined };
  known: GroupKeyView;
  /** Number of active keys of the group, this one included. */
  active: number;
  onClose: () => void;
};

/** Revokes a group key for good. */
export function RevokeGroupKey({ id, group, known: { prefix, name, last_used_at }, active, onClose }: Props) {
  const [why, setWhy] = useState('');
  const revoke = useVerifiedMutation(useTRPC().admin.accounts.groups.keys.revoke.mutationOptions(), {
    done: `The key ${prefix} is revoked.`,
    onDone: onClose,
  });
  return (
    <RevokeKeyDialog
      prefix={prefix}
      mutation={revoke}
      field={<WhyField value={why} onChange={setWhy} />}
      onRevoke={() => revoke.mutate({ id, group_id: group.id, prefix, reason: why })}
      onClose={onClose}
    >
      The key «<bdi>{name}</bdi>» stops working within a second: every request with it to the group
      {group.name !== undefined && (
        <>
          {' '}
          «<bdi>{group.name}</bdi>»
        </>
      )}{' '}
      and its sites is answered 401 «invalid token». <LastUse at={last_used_at} />{' '}
      {active > 1
        ? `${active - 1} other ${active === 2 ? 'key keeps' : 'keys keep'} working.`
        : 'The group has no other working key.'}{' '}
      The sites go on sending. The key cannot be restored; the customer can create another one with an account key.
    </RevokeKeyDialog>
  );
}
