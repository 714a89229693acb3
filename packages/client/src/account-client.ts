import { adminClient } from './admin-client.ts';
import { download, downloadExport, EventExport, type ExportInput } from './event-export.ts';
import { callsOver, requestOf, textsOver, type Input, type Output } from './operations.ts';
import { listsOver, type ItemOf } from './pages.ts';
import { Tail, type TailOptions } from './tail.ts';
import type { CallOptions, Transport } from './transport.ts';

type AccountReceivedEvent = ItemOf<Output<'GET /account/events/tail'>>;

/** The operations of account keys and group keys, and under `admin` those of admin tokens. */
export function accountClient(transport: Transport) {
  const call = callsOver(transport);
  const list = listsOver(transport);
  return {
    me: call('GET /account/me'),
    sites: {
      list: call('GET /account/sites'),
      create: call('POST /account/sites'),
      update: call('PATCH /account/sites/{id}'),
      activate: call('POST /account/sites/{id}/activate'),
      delete: call('DELETE /account/sites/{id}'),
      tokens: {
        list: call('GET /account/sites/{id}/tokens'),
        create: call('POST /account/sites/{id}/tokens'),
        revoke: call('DELETE /account/sites/{id}/tokens/{prefix}'),
      },
    },
    groups: {
      list: call('GET /account/groups'),
      create: call('POST /account/groups'),
      update: call('PATCH /account/groups/{id}'),
      delete: call('DELETE /account/groups/{id}'),
      keys: {
        list: call('GET /account/groups/{id}/keys'),
        create: call('POST /account/groups/{id}/keys'),
        revoke: call('DELETE /account/groups/{id}/keys/{prefix}'),
      },
    },
    ...loggedOver(transport),
    exports: { get: call('GET /account/exports/{id}') },
    streams: {
      list: call('GET /account/streams'),
      create: call('POST /account/streams'),
      get: call('GET /account/streams/{id}'),
      update: call('PATCH /account/streams/{id}'),
      delete: call('DELETE /account/streams/{id}'),
      pause: call('POST /account/streams/{id}/pause'),
      resume: call('POST /account/streams/{id}/resume'),
      test: call('POST /account/streams/{id}/test'),
      replay: call('POST /account/streams/{id}/replay'),
      rotateSecret: call('POST /account/streams/{id}/secret'),
      deliveries: list('GET /account/streams/{id}/deliveries', 'deliveries'),
      setAside: list('GET /account/streams/{id}/set-aside', 'events'),
      retrySetAside: call('POST /account/streams/{id}/set-aside/retry'),
    },
    redactions: {
      create: call('POST /account/redactions'),
      get: call('GET /account/redactions/{id}'),
    },
    holds: {
      list: call('GET /account/holds'),
      create: call('POST /account/holds'),
      end: call('DELETE /account/holds/{id}'),
    },
    admin: adminClient(transport),
  };
}

/** The events of the account, and its signed log. */
function loggedOver(transport: Transport) {
  const call = callsOver(transport);
  const list = listsOver(transport);
  const text = textsOver(transport);
  return {
    events: {
      list: list('GET /account/events', 'events'),
      summary: call('GET /account/events/summary'),
      redact: call('POST /account/events/{id}/redact'),
      tail: (query: Input<'GET /account/events/tail'> = {}, options: TailOptions = {}) =>
        new Tail<AccountReceivedEvent>(transport, 'GET /account/events/tail', query, options),
      export: (query: ExportInput<'GET /account/events/export'> = {}, options: CallOptions = {}) =>
        new EventExport<AccountReceivedEvent>(transport, 'GET /account/events/export', query, options),
      /** The bytes of an export, `ndjson` or `csv`: checked at their end, not resumed. */
      download: (query: Input<'GET /account/events/export'> = {}, options: CallOptions = {}) =>
        downloadExport(transport, 'GET /account/events/export', query, options),
      /** A file that proves one event (c2sp.org/tlog-proof). */
      proof: text('GET /account/events/{id}/proof'),
    },
    log: {
      get: call('GET /account/log'),
      checkpoint: text('GET /account/log/checkpoint'),
      consistency: call('GET /account/log/consistency'),
      /** The raw bytes of a bundle: `goal verify` checks them, and whether they are whole. */
      bundle: (query: Input<'GET /account/log/bundle'> = {}, options: CallOptions = {}) =>
        download(transport, requestOf('GET /account/log/bundle', query), options),
      /** A tile of the log (c2sp.org/tlog-tiles). */
      tile: (input: Input<'GET /account/log/tile/{level}/{index}'>, options: CallOptions = {}) =>
        download(transport, requestOf('GET /account/log/tile/{level}/{index}', input), options),
      /** The public keys that sign the logs of the service. */
      keys: call('GET /log-keys'),
    },
  };
}
