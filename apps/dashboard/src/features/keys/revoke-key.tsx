import type { AppRouter } from '@goal/client/trpc';
import { AskDialog } from '@goal/ui/dialog/ask-dialog.tsx';
import { LastUse, revokeKey } from '@goal/ui/dialog/revoke-key.tsx';
import { useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';
import type { TRPCClient } from '@trpc/client';

type Client = TRPCClient<AppRouter>['dashboard'];
type Known = { prefix: string; last_used_at: string | null };

type Props = {
  known: Known;
  /** Who is refused from then on: the beginning of a sentence. */
  who: string;
  note?: string | false;
  revoke: (client: Client, prefix: string) => Promise<void>;
  onClose: () => void;
};

export function RevokeKey({ known: { prefix, last_used_at }, who, note = false, revoke, onClose }: Props) {
  const { dashboard } = useTRPCClient();
  return (
    <AskDialog
      {...revokeKey(prefix)}
      action="Revoke the key"
      procedure={{ mutationFn: () => revoke(dashboard, prefix) }}
      input={undefined}
      onClose={onClose}
    >
      <Text size="sm">
        {who} is refused at the next request. This cannot be undone. <LastUse at={last_used_at} /> {note}
      </Text>
    </AskDialog>
  );
}
