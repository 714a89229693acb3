'use client';

import type { AppRouter } from '@goal/client/trpc';
import { LastUse, RevokeKeyDialog } from '@goal/ui/components/revoke-key-dialog.tsx';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { keyIsRevoked } from '@goal/ui/trpc/verify-key.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { TRPCClient } from '@trpc/client';

type Client = TRPCClient<AppRouter>['dashboard'];
type Known = { prefix: string; last_used_at: string | null; revoked_at: string | null };

type Props = {
  known: Known;
  /** Who is refused from then on: the beginning of a sentence. */
  who: string;
  /** What else revoking this key means. */
  note?: string | false;
  revoke: (client: Client, prefix: string) => Promise<void>;
  /** Lists the keys that this one is among. */
  list: (client: Client) => Promise<{ keys: Known[] }>;
  onClose: () => void;
};

/** Asks before a key is revoked: of the account, of a group, or of a site. */
export function RevokeKey({ known: { prefix, last_used_at }, who, note = false, revoke, list, onClose }: Props) {
  const { dashboard } = useTRPCClient();
  const queryClient = useQueryClient();
  const mutation = useVerifiedMutation(
    {
      mutationFn: () => revoke(dashboard, prefix),
      onSuccess: () => {
        notify.success(`The key ${prefix} is revoked.`);
        void queryClient.invalidateQueries();
        onClose();
      },
    },
    { verify: (client) => keyIsRevoked(prefix, list(client.dashboard)), onDone: onClose },
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
