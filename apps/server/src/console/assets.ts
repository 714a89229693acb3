import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

import serveStatic from 'serve-static';

/** Where the files of a build are asked for; their names change with what is in them. */
export const assetsPath = '/_next/static/';

/** Types of what a build packs (apps/cli/bin/pack-assets.mjs). */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/**
 * Answers requests for files of the console's build, which lie in `folder`, packed as they were when it was built: Next would pack each anew for each
 * browser. What is not there is for `otherwise`.
 */
export function assets(folder: string): (req: IncomingMessage, res: ServerResponse, otherwise: () => void) => void {
  const packed = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.gz'))
      .map((name) => `/${name.replaceAll(path.sep, '/')}`),
  );
  const serve = serveStatic(folder, {
    index: false,
    redirect: false,
    immutable: true,
    maxAge: '1y',
    setHeaders(res, file) {
      if (!file.endsWith('.gz')) return;
      res.setHeader('Content-Encoding', 'gzip');
      res.setHeader('Content-Type', types[path.extname(file.slice(0, -3))] ?? 'application/octet-stream');
    },
  });
  return (req, res, otherwise) => {
    const { url = '' } = req;
    const name = url.slice(assetsPath.length - 1).split('?', 1)[0] ?? '';
    const isPacked = packed.has(`${name}.gz`);
    if (isPacked) res.setHeader('Vary', 'Accept-Encoding');
    req.url = isPacked && /\bgzip\b/.test(String(req.headers['accept-encoding'])) ? `${name}.gz` : name;
    serve(req, res, () => {
      req.url = url;
      otherwise();
    });
  };
}
