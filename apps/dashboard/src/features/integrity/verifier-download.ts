import 'server-only';

import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';

import { refuse } from '../../entry/answer.ts';
import { verifierScript } from './verifier-script.ts';

/**
 * The handler of the worker's script, which the build copies (apps/cli/bin/setup.mjs); undefined
 * for every other path. The worker obeys this answer's policy, which allows nothing.
 */
export function verifierDownload(at: string, folder: string): RequestListener | undefined {
  return at === verifierScript
    ? (req, res) => void send(req, res, path.join(folder, 'dist/verify-worker.mjs'))
    : undefined;
}

/** Never throws: without the file the answer is 404. */
async function send(req: IncomingMessage, res: ServerResponse, file: string): Promise<void> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return refuse(req, res, 'not_found');
  res.setHeader('Content-Type', 'text/javascript; charset=utf-8');
  res.setHeader('Content-Length', bytes.length);
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
