import type { MemberEventDetail } from '@goal/contract';
import { AskDialog } from '@goal/ui/dialog/ask-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { NotListed, WhatLeft } from './what-left.tsx';

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
  return (
    <AskDialog
      title="Erase this event?"
      action="Erase the text and the user"
      color="red"
      procedure={trpc.dashboard.events.redact.mutationOptions()}
      input={{ id }}
      done="The text and the user of the event are erased."
      onClose={onClose}
    >
      <Text size="sm">
        The message, the user, the browser, the session and the address go for good. What happened, where and when
        stays.
      </Text>
      {left.data !== undefined && <WhatLeft {...left.data} />}
      <NotListed />
    </AskDialog>
  );
}
