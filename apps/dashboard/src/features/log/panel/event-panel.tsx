import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import type { AccountEventDetail } from '@goal/contract';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { isNotFound } from '@goal/ui/lib/is-not-found.ts';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';

import { quoted } from './copies.ts';
import { CopyLine, CopyMenu, pageAddress } from './copy-menu.tsx';
import { EventFields } from './event-fields.tsx';
import type { TableHandle } from '../rows/use-row-focus.ts';
import { useLog } from '../../filters/query/log-context.tsx';
import { Severity } from '../../filters/side/severity.tsx';
import { ShownText } from './shown-text.tsx';
import { StrangersText } from './strangers-text.tsx';
import { visibleJson } from './visible-text.ts';
import classes from './event-panel.module.css';

// Both come below what a reader looks at first.
const { Part: Around } = latePart(() => import('./around.tsx').then((module) => module.Around));
const { Part: EraseEvent } = latePart(() =>
  import('../../erasure/erase-event.tsx').then((module) => module.EraseEvent),
);

export type Props = { id: string; table: RefObject<TableHandle | null> };

/** One event in full, beside the list; a page of its own where there is no room beside it. */
export function EventPanel({ id, table }: Props) {
  const { change } = useLog();
  const { data, error, refetch } = useQuery(
    useTRPC().dashboard.events.get.queryOptions({ id }, { staleTime: Infinity, trpc: { context: { alone: true } } }),
  );
  const panel = useRef<HTMLElement>(null);
  // A panel that covers the list takes the focus; one beside it leaves the focus in the list.
  useEffect(() => {
    const element = panel.current;
    if (element !== null && getComputedStyle(element).position === 'fixed') element.focus();
  }, []);
  const close = (): void => {
    change({ event: '' });
    table.current?.focus(Number(id));
  };
  const isGone = isNotFound(error);
  return (
    <aside ref={panel} className={classes.panel} aria-label="Event" tabIndex={-1} data-testid="event">
      <header className={classes.head}>
        <h2 className={classes.title}>
          {data === undefined ? (
            'Event'
          ) : (
            <>
              <Severity value={data.severity} /> · {data.code}
              <WhatHappened {...data} />
            </>
          )}
        </h2>
        <div className={classes.buttons}>
          <button
            type="button"
            className={classes.icon}
            aria-label="Previous event (k)"
            onClick={() => table.current?.step(-1)}
          >
            ↑
          </button>
          <button
            type="button"
            className={classes.icon}
            aria-label="Next event (j)"
            onClick={() => table.current?.step(1)}
          >
            ↓
          </button>
          <CopyMenu id="event-copy" title="Copy">
            {data !== undefined && <EventCopies event={data} />}
          </CopyMenu>
          <button type="button" className={classes.icon} aria-label="Close the event (Esc)" onClick={close}>
            ✕
          </button>
        </div>
      </header>
      {data !== undefined ? (
        <div className={classes.body} key={data.id}>
          <p className={classes.message}>
            <ShownText value={data.message} />
          </p>
          {data.redacted_at !== undefined && (
            <p>
              Erased <Time value={data.redacted_at} as="ago" />
            </p>
          )}
          <EventFields event={data} />
          <Around event={data} />
          <EraseEvent event={data} />
          <details className={classes.json}>
            <summary>JSON</summary>
            <pre>{visibleJson(data)}</pre>
          </details>
        </div>
      ) : isGone ? (
        <EmptyState title="This event is not here">
          It is older than the days that are kept, or it belongs to a site that you do not see.
        </EmptyState>
      ) : (
        <Unloaded query={{ error, refetch }} height="16rem" />
      )}
    </aside>
  );
}

/** «· user deleted», as far as there is room. */
function WhatHappened({ object, event_type: type }: Pick<AccountEventDetail, 'object' | 'event_type'>) {
  const words = [object, type].filter((word) => word !== '').join(' ');
  if (words === '') return null;
  return (
    <>
      {' · '}
      <StrangersText value={words} />
    </>
  );
}

function EventCopies({ event }: { event: AccountEventDetail }) {
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

/** A call of the tool `get_event`, because no path of the API reads one event. */
function eventAsCurl(id: number, api: string): string {
  const params = { name: 'get_event', arguments: { id } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return [
    `curl -H "Authorization: Bearer $GOAL_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: application/json, text/event-stream'`,
    `-d ${quoted(body)}`,
    quoted(`${api}/mcp`),
  ].join(' ');
}
