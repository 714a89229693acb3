import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

import serveStatic from 'serve-static';

import { takesGzip } from '../takes-gzip.ts';

/** Where the files of a build are asked for; their names change with what is in them. */
export const assetsPath = '/_next/static/';

/** Types of what a build packs (apps/cli/bin/pack-assets.mjs). */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** What is said of a file, and not of a failure. */
const ofFiles = [
  'Cache-Control',
  'Content-Encoding',
  'Content-Length',
  'Content-Type',
  'ETag',
  'Last-Modified',
  'Vary',
];

/**
 * Answers requests for files of the console's build, which lie in `folder`, packed as they were when it was built: Next would pack each anew for each
 * browser. What is no file there is for `otherwise`.
 */
export function assets(folder: string): (req: IncomingMessage, res: ServerResponse, otherwise: () => void) => void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = new Set(names.map((name) => `/${name.replaceAll(path.sep, '/')}`));
  const serve = serveStatic(folder, {
    index: false,
    redirect: false,
    fallthrough: false,
    acceptRanges: false,
    immutable: true,
    maxAge: '1y',
    setHeaders(res, file) {
      if (!file.endsWith('.gz')) return;
      res.setHeader('Content-Encoding', 'gzip');
      res.setHeader('Content-Type', types[path.extname(file.slice(0, -3))] ?? 'application/octet-stream');
    },
  });
  return (req, res, otherwise) => {
    const name = (req.url ?? '').slice(assetsPath.length - 1).split('?', 1)[0] ?? '';
    if (name.endsWith('.gz')) return fail(res, 404);
    if (!files.has(name)) return otherwise();
    const isPacked = files.has(`${name}.gz`);
    if (isPacked) res.setHeader('Vary', 'Accept-Encoding');
    req.url = isPacked && takesGzip(req) ? `${name}.gz` : name;
    serve(req, res, (error?: { statusCode?: number }) => fail(res, error?.statusCode ?? 404));
  };
}

/** A condition that does not hold, or a file that a new build took away: nobody shall keep that. */
function fail(res: ServerResponse, status: number): void {
  if (res.headersSent) return void res.destroy();
  for (const name of ofFiles) res.removeHeader(name);
  res.setHeader('Cache-Control', 'no-store');
  res.writeHead(status).end();
}
