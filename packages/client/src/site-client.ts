import { download, downloadExport, EventExport, type ExportInput } from './event-export.ts';
import { EventSender, type NewEvent, type SendingOptions, type Sent } from './event-sender.ts';
import { callsOver, requestOf, textsOver, type Input, type Output } from './operations.ts';
import { listsOver, type ItemOf } from './pages.ts';
import { Tail, type TailOptions } from './tail.ts';
import type { CallOptions, Transport } from './transport.ts';

type SiteReceivedEvent = ItemOf<Output<'GET /events/tail'>>;

/** The operations of a site key: reading the events of its site, and sending them. */
export function siteClient(transport: Transport, sending: SendingOptions | undefined) {
  const call = callsOver(transport);
  const list = listsOver(transport);
  const text = textsOver(transport);
  const sender = new EventSender(transport, sending);
  return {
    events: {
      list: list('GET /events', 'events'),
      summary: call('GET /events/summary'),
      get: call('GET /events/{id}'),
      tail: (query: Input<'GET /events/tail'> = {}, options: TailOptions = {}) =>
        new Tail<SiteReceivedEvent>(transport, 'GET /events/tail', query, options),
      export: (query: ExportInput<'GET /events/export'> = {}, options: CallOptions = {}) =>
        new EventExport<SiteReceivedEvent>(transport, 'GET /events/export', query, options),
      /** The bytes of an export, `ndjson` or `csv`: checked at their end, not resumed. */
      download: (query: Input<'GET /events/export'> = {}, options: CallOptions = {}) =>
        downloadExport(transport, 'GET /events/export', query, options),
      /** A file that proves one event (c2sp.org/tlog-proof). */
      proof: text('GET /events/{id}/proof'),
      /** Sends one request now, and retries it only if each event has an `event_uuid`. */
      async send(body: Input<'POST /events'>, options: CallOptions = {}): Promise<Output<'POST /events'>> {
        const request = { ...requestOf('POST /events', body), isRepeatable: eventsOf(body).every(hasUuid) };
        // As in `callsOver`.
        return (await transport.json(request, options)) as Output<'POST /events'>;
      },
    },
    exports: { get: call('GET /exports/{id}') },
    log: {
      /** The raw bytes of a bundle of the site: `goal verify` checks them and their end. */
      bundle: (query: Input<'GET /log/bundle'> = {}, options: CallOptions = {}) =>
        download(transport, requestOf('GET /log/bundle', query), options),
    },
    /** Queues events for batches; resolves when they are in memory. See `SendingOptions`. */
    sendEvents: (events: NewEvent | readonly NewEvent[]): Promise<void> => sender.add(events),
    /** Sends all queued events, and reports their outcome since the last call. */
    flush: (): Promise<Sent> => sender.flush(),
  };
}

function eventsOf(body: Input<'POST /events'>): readonly NewEvent[] {
  return 'events' in body ? body.events : [body];
}

function hasUuid({ event_uuid: uuid }: NewEvent): boolean {
  return typeof uuid === 'string' && uuid !== '';
}
