import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

import { takesCoding } from '@goal/http-server';
import serveStatic from 'serve-static';

/** Where browsers ask for the build's files, whose names change with their content. */
export const assetsPath = '/_next/static/';

/** Content types of the files that a build compresses (apps/cli/bin/pack-assets.mjs). */
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Headers that describe a file, and that a failure must not carry. */
const fileHeaders = [
  'Cache-Control',
  'Content-Encoding',
  'Content-Length',
  'Content-Type',
  'ETag',
  'Last-Modified',
  'Vary',
];

/** Serves files compressed once at the build: Next would compress each again for each browser. */
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
    req.url = isPacked && takesCoding(req, 'gzip') ? `${name}.gz` : name;
    serve(req, res, (error?: { statusCode?: number }) => fail(res, error?.statusCode ?? 404));
  };
}

/** Answers a failed precondition, or a file that a newer build removed. Nobody may cache that. */
function fail(res: ServerResponse, status: number): void {
  if (res.headersSent) return void res.destroy();
  for (const name of fileHeaders) res.removeHeader(name);
  res.setHeader('Cache-Control', 'no-store');
  res.writeHead(status).end();
}
