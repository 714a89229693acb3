import type { IncomingMessage } from 'node:http';

/** Whether an answer may be packed by gzip: the request names it, and not to refuse it (`gzip;q=0`). */
export const takesGzip = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding'] ?? ''));
