import 'server-only';

import { env } from '../env.ts';

/**
 * Whether a request that changes something comes from a page of this console: its `Origin` must be
 * that of CONSOLE_URL or, without one, match the request's own `Host`.
 */
export function isOwnOrigin(request: Pick<Request, 'headers'>): boolean {
  if (!isOwnSite(request)) return false;
  const origin = request.headers.get('origin');
  const { publicOrigin } = env();
  if (publicOrigin !== undefined) return origin === publicOrigin;
  const host = request.headers.get('host');
  return host !== null && (origin === `http://${host}` || origin === `https://${host}`);
}

/**
 * Whether a page of this console or a person made a request, by what browsers say in
 * `Sec-Fetch-Site`. A client that does not send the header is no browser.
 */
export function isOwnSite(request: Pick<Request, 'headers'>): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}

export const foreignOrigin = (): Response => Response.json({ error: 'foreign origin' }, { status: 403 });
