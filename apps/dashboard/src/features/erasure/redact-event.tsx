'use client';

import type { MemberEventDetail } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { NotListed, WhatLeft } from './what-left.tsx';

/** Erases the text and the user of one event. */
export function RedactEvent({ event, onClose }: { event: MemberEventDetail; onClose: () => void }) {
  const trpc = useTRPC();
  const id = String(event.id);
  const left = useQuery(
    trpc.dashboard.redactions.left.queryOptions({
      since: event.received_at,
      site_id: event.site_id,
      username: event.username,
    }),
  );
  const redact = useVerifiedMutation(trpc.dashboard.events.redact.mutationOptions(), {
    done: 'The text and the user of the event are erased.',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Erase this event?"
      action="Erase the text and the user"
      color="red"
      isBusy={redact.isPending}
      error={redact.error}
      onSubmit={() => redact.mutate({ id })}
      onClose={onClose}
    >
      <Text size="sm">
        The message, the user, the browser, the session and the address go for good. What happened, where and when
        stays.
      </Text>
      {left.data !== undefined && <WhatLeft {...left.data} />}
      <NotListed />
    </FormDialog>
  );
}
