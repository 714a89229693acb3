import type { HoldView } from '@goal/contract';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';

import { AskWhy } from '../../why/ask-why.tsx';

export function EndHold({ accountId: id, hold, onClose }: { accountId: string; hold: HoldView; onClose: () => void }) {
  return (
    <AskWhy
      title="End the legal hold?"
      action="End the hold"
      color="red"
      procedure={useTRPC().admin.accounts.holds.end.mutationOptions()}
      input={(reason) => ({ id, hold_id: hold.id, reason })}
      done="The hold is ended."
      onClose={onClose}
    >
      <Text size="sm">Set by {hold.by}. Retention deletes what it covered after its grace.</Text>
    </AskWhy>
  );
}
