import 'server-only';

/** Its `Origin` must be `publicOrigin` or, without one, match the request's own `Host`. */
export function isOwnOrigin(request: Pick<Request, 'headers'>, publicOrigin: string | undefined): boolean {
  return isOwnSite(request) && isOwn(request.headers.get('origin'), request, publicOrigin);
}

/**
 * Whether a page of this app or a person began a download. Browsers leave `Sec-Fetch-Site` out
 * where the app is opened by plain HTTP on another host than localhost. There `Origin` and
 * `Referer` betray a foreign page; this app's own links send neither.
 */
export function isOwnDownload(request: Pick<Request, 'headers'>, publicOrigin: string | undefined): boolean {
  const from = ['origin', 'referer'].map((name) => request.headers.get(name)).filter((value) => value !== null);
  return isOwnSite(request) && from.every((address) => isOwn(originOf(address), request, publicOrigin));
}

export const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

function isOwn(
  origin: string | null | undefined,
  { headers }: Pick<Request, 'headers'>,
  publicOrigin: string | undefined,
): boolean {
  if (publicOrigin !== undefined) return origin === publicOrigin;
  const host = headers.get('host');
  return host !== null && (origin === `http://${host}` || origin === `https://${host}`);
}

/** By `Sec-Fetch-Site`. A client that does not send the header is no browser. */
export function isOwnSite(request: Pick<Request, 'headers'>): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}

export const foreignOrigin = (): Response => Response.json({ error: 'foreign origin' }, { status: 403 });
