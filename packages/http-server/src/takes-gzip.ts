import type { IncomingMessage } from 'node:http';

/** Whether the request accepts gzip; `gzip;q=0` refuses it. */
export const takesGzip = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding'] ?? ''));
