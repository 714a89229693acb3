import 'server-only';

import type { IncomingMessage } from 'node:http';

import { env } from '../env.ts';

/**
 * Whether a page of the dashboard made a request to `/api`, by what browsers say in
 * `Sec-Fetch-Site`. A client that does not send the header is no browser. Another port of the same
 * host is the same site, but not the same origin.
 */
export function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

/** Whether a request that changes something comes from a page of the dashboard (rulings §10.26). */
export function mayChange(req: IncomingMessage): boolean {
  return isFromOwnPage(req) && req.headers.origin === env().origin;
}
