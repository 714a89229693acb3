import type { IncomingMessage } from 'node:http';

import { env } from '../env.ts';

/**
 * The printed address of a page that somebody asks for at `127.0.0.1`, where browsers make no
 * passkey (rulings §10.1). Behind a proxy the printed address has a name of its own, and `Host` may
 * be whatever the proxy calls this process.
 */
export function printedAddress({ headers, url = '/' }: IncomingMessage): string | undefined {
  const printed = new URL(env().origin);
  const isElsewhere = printed.hostname === 'localhost' && /^127\.0\.0\.1(:|$)/.test(headers.host ?? '');
  // The service asks `/api/health` at the address where this process listens.
  return isElsewhere && !/^\/(api|_next)\//.test(url) ? `${printed.origin}${url}` : undefined;
}
