'use client';

import type { AppRouter } from '@goal/client/trpc';
import { LastUse, RevokeKeyDialog } from '@goal/ui/components/revoke-key-dialog.tsx';
import { useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import type { TRPCClient } from '@trpc/client';

type Client = TRPCClient<AppRouter>['dashboard'];
type Known = { prefix: string; last_used_at: string | null };

type Props = {
  known: Known;
  /** Who is refused from then on: the beginning of a sentence. */
  who: string;
  /** What else revoking this key means. */
  note?: string | false;
  revoke: (client: Client, prefix: string) => Promise<void>;
  onClose: () => void;
};

/** Asks before a key is revoked: of the account, of a group, or of a site. */
export function RevokeKey({ known: { prefix, last_used_at }, who, note = false, revoke, onClose }: Props) {
  const { dashboard } = useTRPCClient();
  const mutation = useVerifiedMutation(
    { mutationFn: () => revoke(dashboard, prefix) },
    { done: `The key ${prefix} is revoked.`, onDone: onClose },
  );
  return (
    <RevokeKeyDialog
      prefix={prefix}
      action="Revoke the key"
      mutation={mutation}
      onRevoke={() => mutation.mutate()}
      onClose={onClose}
    >
      {who} is refused at the next request. This cannot be undone. <LastUse at={last_used_at} /> {note}
    </RevokeKeyDialog>
  );
}
