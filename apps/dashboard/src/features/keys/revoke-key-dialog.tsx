'use client';

import { LastUse, RevokeKeyDialog as Dialog } from '@goal/ui/components/revoke-key-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { keyIsRevoked } from '@goal/ui/trpc/verify-key.ts';

import type { AccountKey } from './keys-table.tsx';
import { useRevoked } from './use-revoked.ts';

/** Asks before a key is revoked. */
export function RevokeKeyDialog({ known, onClose }: { known: AccountKey; onClose: () => void }) {
  const { prefix } = known;
  const revoke = useVerifiedMutation(
    useTRPC().dashboard.keys.revoke.mutationOptions({ onSuccess: useRevoked(prefix, onClose) }),
    { verify: (client) => keyIsRevoked(prefix, client.dashboard.keys.list.query()), onDone: onClose },
  );
  return (
    <Dialog
      prefix={prefix}
      action="Revoke the key"
      mutation={revoke}
      onRevoke={() => revoke.mutate({ prefix })}
      onClose={onClose}
    >
      A program that uses it is refused at its next request. This cannot be undone. <LastUse at={known.last_used_at} />
    </Dialog>
  );
}
