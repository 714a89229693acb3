'use client';

import type { MemberHoldView } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';

/** Ends a legal hold. */
export function EndHold({ hold: { id, reason }, onClose }: { hold: MemberHoldView; onClose: () => void }) {
  const end = useVerifiedMutation(useTRPC().dashboard.holds.end.mutationOptions(), {
    done: 'The hold is ended.',
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`End the hold «${bidiIsolate(reason ?? '')}»?`}
      action="End the hold"
      color="red"
      isBusy={end.isPending}
      error={end.error}
      onSubmit={() => end.mutate({ id })}
      onClose={onClose}
    >
      <Text size="sm">
        Sites that no other hold covers can be deleted at once, and retention deletes their old events after its grace.
      </Text>
    </FormDialog>
  );
}
