import 'server-only';

import type { IncomingMessage } from 'node:http';

import { originOf } from '@goal/ui/server/own-origin.ts';

import { env } from '../env.ts';

/**
 * Whether a page of the dashboard made a request, by what browsers say in `Sec-Fetch-Site`.
 * Another port of the same host is the same site, but not the same origin. Browsers omit the header
 * where the dashboard is opened by plain HTTP on another host than localhost. There `Origin` and
 * `Referer` betray a foreign page. The dashboard's own links send neither.
 */
export function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, referer } = headers;
  return [origin, referer].every((from) => from === undefined || originOf(from) === env().origin);
}

/** Whether a request that changes something comes from a page of the dashboard (rulings §10.26). */
export function mayChange(req: IncomingMessage): boolean {
  return isFromOwnPage(req) && req.headers.origin === env().origin;
}
