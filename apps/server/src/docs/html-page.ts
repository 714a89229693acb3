import type { IncomingMessage } from 'node:http';

import { answer, type Compressed, type Handler } from './files.ts';

/** Nothing but what a policy adds. */
export const closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Guides have a stylesheet, pictures, and a script that reads the index of the search. */
export const guidePolicy = `${closed}; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'`;

/** Answers with a page, under its policy. */
export function htmlPage(make: (req: IncomingMessage) => Promise<Compressed>, policy: string): Handler {
  return async (req, res) => {
    const { body, headers } = await (await make(req)).for(req);
    answer(req, res, { type: 'text/html', body, headers: { ...headers, 'Content-Security-Policy': policy } });
  };
}
