import 'server-only';

import { env } from '../env.ts';

/** Whether a request that changes something comes from a page of this console: CONSOLE_URL, or where that is not set the request's own Host. */
export function isOwnOrigin(request: Pick<Request, 'headers'>): boolean {
  if (!isOwnSite(request)) return false;
  const origin = request.headers.get('origin');
  const { publicOrigin } = env();
  if (publicOrigin !== undefined) return origin === publicOrigin;
  const host = request.headers.get('host');
  return host !== null && (origin === `http://${host}` || origin === `https://${host}`);
}

/** Whether a request was made by a page of this console or by a person, as browsers say themselves; who says nothing is no browser. */
export function isOwnSite(request: Pick<Request, 'headers'>): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}

export const foreignOrigin = (): Response => Response.json({ error: 'foreign origin' }, { status: 403 });
