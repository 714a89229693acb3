import 'server-only';

import type { RequestListener, ServerResponse } from 'node:http';

import { licencesFile } from './licences-file.ts';
import { readPackages } from './read-packages.ts';

/** The handler of the texts of licences; undefined for every other path. */
export function licencesDownload(at: string, folder: string): RequestListener | undefined {
  return at === licencesFile ? (req, res) => void send(res, folder, req.method === 'HEAD') : undefined;
}

async function send(res: ServerResponse, folder: string, isHead: boolean): Promise<void> {
  const packages = await readPackages(folder);
  const text = packages
    .map(({ name, version, licence, text: terms = '' }) => `${name} ${version} (${licence})\n\n${terms}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(isHead ? undefined : text);
}
