import 'server-only';

import type { RequestListener } from 'node:http';

import { parseTimestamp } from '@goal/contract';

import { passDownload } from './pass-download.ts';

/** The handler of `/a/{id}/export`, the events of an account; undefined for every other path. */
export function eventsDownload(path: string): RequestListener | undefined {
  const [, id] = /^\/a\/([^/]+)\/export$/.exec(path) ?? [];
  const apiPath = '/dashboard/events/export';
  return id === undefined ? undefined : (req, res) => void passDownload(req, res, { id, apiPath, fileName });
}

/** Days are of UTC. No text that somebody else wrote gets into a header. */
function fileName(id: string, params: URLSearchParams): string {
  const dayOf = (name: 'from' | 'to'): string => {
    const time = parseTimestamp(params.get(name) ?? '', { bare: true });
    return time === undefined ? '' : `-${name}-${new Date(time).toISOString().slice(0, 10)}`;
  };
  const format = params.get('format') === 'csv' ? 'csv' : 'ndjson';
  return `events-${id}${dayOf('from')}${dayOf('to')}.${format}`;
}
