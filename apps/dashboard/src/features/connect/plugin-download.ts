import 'server-only';

import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';

import { refuse } from '../../entry/answer.ts';
import { pluginFiles } from './plugin-file.ts';

/** The handler of the plugin's zip, which the build packs; undefined for every other path. */
export function pluginDownload(at: string, folder: string): RequestListener | undefined {
  const name = Object.values(pluginFiles).find((one) => at === `/${one}`);
  return name === undefined
    ? undefined
    : (req, res) => void send(req, res, { name, file: path.join(folder, 'dist', pluginFiles.usual) });
}

/** Never throws: without the file the answer is 404. */
async function send(
  req: IncomingMessage,
  res: ServerResponse,
  { name, file }: { name: string; file: string },
): Promise<void> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return refuse(req, res, 'not_found');
  res.setHeader('Content-Type', 'application/zip');
  res.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  res.setHeader('Content-Length', bytes.length);
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
