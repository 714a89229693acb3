import type { IncomingMessage } from 'node:http';

/** Whether the request accepts a content coding; `gzip;q=0` refuses it. */
export const takesCoding = ({ headers }: Pick<IncomingMessage, 'headers'>, coding: 'br' | 'gzip'): boolean =>
  new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(String(headers['accept-encoding'] ?? ''));
