import type { MemberHoldView } from '@goal/contract';
import { AskDialog } from '@goal/ui/dialog/ask-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';

export function EndHold({ hold: { id, reason }, onClose }: { hold: MemberHoldView; onClose: () => void }) {
  return (
    <AskDialog
      title={`End the hold «${bidiIsolate(reason ?? '')}»?`}
      action="End the hold"
      color="red"
      procedure={useTRPC().dashboard.holds.end.mutationOptions()}
      input={{ id }}
      done="The hold is ended."
      onClose={onClose}
    >
      <Text size="sm">
        Sites that no other hold covers can be deleted at once, and retention deletes their old events after its grace.
      </Text>
    </AskDialog>
  );
}
