import type { AccountEventDetail } from '@goal/contract';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';

import { CopyLine, pageAddress } from './copy-menu.tsx';
import { eventAsCurl } from './event-as-curl.ts';
import { visibleJson } from './visible-text.ts';

/** What can be copied of one event: a link, the event itself, and the command that reads it. */
export function EventCopies({ event }: { event: AccountEventDetail }) {
  const api = useApiAddress();
  return (
    <>
      <CopyLine
        label="Link to this event"
        what="the link"
        text={() => `${pageAddress()}?range=all&event=${event.id}`}
      />
      <CopyLine label="JSON" what="the event" text={() => visibleJson(event)} />
      {api !== undefined && (
        <CopyLine label="This event as curl" what="the command" text={() => eventAsCurl(event.id, api)} />
      )}
    </>
  );
}
