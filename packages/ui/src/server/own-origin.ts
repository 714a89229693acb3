import 'server-only';

/**
 * Whether a request that changes something comes from a page of this app: its `Origin` must be
 * `publicOrigin` or, without one, match the request's own `Host`.
 */
export function isOwnOrigin(request: Pick<Request, 'headers'>, publicOrigin: string | undefined): boolean {
  if (!isOwnSite(request)) return false;
  const origin = request.headers.get('origin');
  if (publicOrigin !== undefined) return origin === publicOrigin;
  const host = request.headers.get('host');
  return host !== null && (origin === `http://${host}` || origin === `https://${host}`);
}

/**
 * Whether a page of this app or a person made a request, by what browsers say in
 * `Sec-Fetch-Site`. A client that does not send the header is no browser.
 */
export function isOwnSite(request: Pick<Request, 'headers'>): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}

export const foreignOrigin = (): Response => Response.json({ error: 'foreign origin' }, { status: 403 });
