'use client';

import type { GroupKeyView, MemberGroup } from '@goal/contract';
import { LastUse, RevokeKeyDialog } from '@goal/ui/components/revoke-key-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { keyIsRevoked } from '@goal/ui/trpc/verify-key.ts';

import { useRevoked } from '../keys/use-revoked.ts';

type Props = { group: Pick<MemberGroup, 'id'>; known: GroupKeyView; onClose: () => void };

/** Asks before a key of a group is revoked. */
export function RevokeGroupKey({ group: { id }, known: { prefix, last_used_at }, onClose }: Props) {
  const revoke = useVerifiedMutation(
    useTRPC().dashboard.groups.keys.revoke.mutationOptions({ onSuccess: useRevoked(prefix, onClose) }),
    { verify: (client) => keyIsRevoked(prefix, client.dashboard.groups.keys.list.query({ id })), onDone: onClose },
  );
  return (
    <RevokeKeyDialog
      prefix={prefix}
      action="Revoke the key"
      mutation={revoke}
      onRevoke={() => revoke.mutate({ id, prefix })}
      onClose={onClose}
    >
      The system that uses it is refused at its next request. This cannot be undone. <LastUse at={last_used_at} />
    </RevokeKeyDialog>
  );
}
