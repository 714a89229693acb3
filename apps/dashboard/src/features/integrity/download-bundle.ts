import 'server-only';

import type { RequestListener } from 'node:http';

import { passDownload } from '../export/pass-download.ts';

/** The handler of `/a/{id}/bundle`, the signed log; undefined for every other path. */
export function bundleDownload(path: string): RequestListener | undefined {
  const [, id] = /^\/a\/([^/]+)\/bundle$/.exec(path) ?? [];
  const apiPath = '/dashboard/log/bundle';
  return id === undefined ? undefined : (req, res) => void passDownload(req, res, { id, apiPath, fileName });
}

const fileName = (id: string): string => `log-${id}-${new Date().toISOString().slice(0, 10)}.ndjson`;
