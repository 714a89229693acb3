import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Context } from './context.ts';

/** What every door over HTTP knows of a request in the same way. */
export function contextOf(
  req: IncomingMessage,
  res: ServerResponse,
  own: Pick<Context, 'services' | 'facts' | 'cost'>,
): Omit<Context, 'streams' | 'body'> {
  return {
    ...own,
    authorization: req.headers.authorization,
    siteDomain: siteDomainOf(req),
    setHeader: (name, value) => {
      if (!res.headersSent) res.setHeader(name, value);
    },
    allowSilence: (ms) => res.setTimeout(ms),
  };
}

/** Header bytes reach us as Latin-1; a name in letters of its own was sent as UTF-8. */
function siteDomainOf(req: IncomingMessage): string | undefined {
  const header = req.headers['x-site-domain'];
  if (typeof header !== 'string') return undefined;
  return /[\u0080-\u00ff]/.test(header) ? Buffer.from(header, 'latin1').toString('utf8') : header;
}
