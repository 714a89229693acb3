import type { createServer, IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';

import { createBoundedServer } from '../bounded-server.ts';
import { assetsPath } from './assets.ts';

/** Bounds on slow clients, in milliseconds, as the API has them; by default Node looks for them twice a minute only. */
const bounds = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
} satisfies ServerOptions;

/** A client that stops reading its answer; more than the console waits for the API. */
const longestSilence = 60_000;

/**
 * Headers of every answer, also of Next's own failures. What is no page may do nothing, should a browser take it for one: pages bring a
 * Content-Security-Policy with a nonce (src/proxy.ts of the console) in place of this one.
 */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

type Options = {
  isSecure: boolean;
  forward: (req: IncomingMessage, res: ServerResponse) => boolean;
  assets: (req: IncomingMessage, res: ServerResponse, otherwise: () => void) => void;
};

/**
 * A `createServer` for Next to use: its server is bounded against slow clients, says the headers that hold everywhere, and refuses what Next
 * would fail on. `isSecure`: browsers come over https, and are told to keep to it. `forward` is asked first for what goes to the API; it says
 * whether it took the request. `assets` answers for the files of the build.
 */
export function guarded(create: typeof createServer, { isSecure, forward, assets }: Options) {
  return (answer: RequestListener): Server => {
    const handle = (req: IncomingMessage, res: ServerResponse): void => {
      for (const [name, value] of Object.entries(everywhere)) res.setHeader(name, value);
      if (isSecure) res.setHeader('Strict-Transport-Security', 'max-age=31536000');
      const path = pathOf(req.url);
      // Next gives the files of its build, whose names change with what is in them, a life of a year where nothing else is said.
      if (path?.startsWith(assetsPath) !== true) res.setHeader('Cache-Control', cacheControl(path));
      if (path === undefined || /^\/_(?!next\/)/.test(path)) return refuse(res, 400, 'bad request target');
      const methods = path.startsWith('/api/') ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
      // A browser asks for it by itself where it has not come to the link yet.
      if (path === '/favicon.ico') req.url = icon;
      if (methods.includes(req.method ?? '')) {
        if (path.startsWith(assetsPath)) assets(req, res, () => answer(req, res));
        else if (!(path.startsWith('/api/trpc/') && forward(req, res))) answer(req, res);
        return;
      }
      res.setHeader('Allow', methods.join(', '));
      refuse(res, 405, 'method not allowed');
    };
    const server = createBoundedServer(handle, { create, options: bounds, inTurn: true });
    server.timeout = longestSilence;
    return server;
  };
}

const icon = '/icon.png';
/** The icon is named with the hash of its content; a browser that may not keep it asks for it whenever the address changes. */
const cacheControl = (path: string | undefined): string =>
  path === icon || path === '/favicon.ico' ? 'public, max-age=31536000, immutable' : 'no-store';

/** The path that a request is for, decoded; undefined where it is none. */
function pathOf(target = ''): string | undefined {
  if (!target.startsWith('/')) return undefined;
  try {
    return decodeURIComponent(target.split('?', 1)[0] ?? '');
  } catch {
    return undefined;
  }
}

function refuse(res: ServerResponse, status: number, error: string): void {
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(`${JSON.stringify({ error })}\n`);
}
