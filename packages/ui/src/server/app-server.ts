import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';

import { createBoundedServer } from '@goal/http-server';

import { assetsPath } from './assets.ts';

/** Bounds on slow clients, in ms, as at the API. Node itself looks for them twice a minute. */
const bounds = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
} satisfies ServerOptions;

/** How long a client may stop reading its answer: longer than the forwarder waits for the API. */
const silenceMaxMs = 60_000;

/**
 * Headers of every answer, including Next's own failures. Pages replace this policy, which allows
 * nothing, with one that has a nonce (./protect-page.ts).
 */
const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

export type Handlers = {
  /** Serves the files of the build, and passes other names to `otherwise`. */
  assets: (req: IncomingMessage, res: ServerResponse, otherwise: () => void) => void;
  /** Handlers that come before Next, by how the paths of their requests begin: `/api/trpc/`. */
  routes: Readonly<Record<string, RequestListener>>;
  /** The handler of a path at which the app sends a file, if it is one. It comes before Next. */
  downloadAt: (path: string) => RequestListener | undefined;
  /** The handler of a path of a page that also takes a POST from anywhere, if it is one. */
  postAt: (path: string) => RequestListener | undefined;
  /** Next: answers everything else. */
  pages: RequestListener;
};

export type Settings = {
  /** Whether browsers come over https: every answer then tells them to keep to it. */
  isSecure: boolean;
  /** Headers of every answer, in addition to those that all apps send. */
  headers?: Readonly<Record<string, string>>;
  /** The address that a GET is sent to, if the app does not answer it at this one. */
  movedTo?: (req: IncomingMessage) => string | undefined;
};

/** Bounds slow clients, sets headers, and refuses requests that Next would fail on. */
export function createAppServer(
  { assets, routes, downloadAt, postAt, pages }: Handlers,
  { isSecure, headers = {}, movedTo }: Settings,
): Server {
  const always = Object.entries({ ...everywhere, ...headers });
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    for (const [name, value] of always) res.setHeader(name, value);
    if (isSecure) res.setHeader('Strict-Transport-Security', 'max-age=31536000');
    const path = pathOf(req.url);
    // Next lets browsers keep its build's files for a year, unless a header says otherwise.
    if (path?.startsWith(assetsPath) !== true) res.setHeader('Cache-Control', cacheControl(path));
    if (path === undefined || /^\/_(?!next\/)/.test(path)) return refuse(res, 400, 'bad request target');
    const post = postAt(path);
    const methods = path.startsWith('/api/') || post !== undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
    // Browsers ask for this path unprompted until they have read the page's link to the icon.
    if (path === '/favicon.ico') req.url = icon;
    if (!methods.includes(req.method ?? '')) {
      res.setHeader('Allow', methods.join(', '));
      return refuse(res, 405, 'method not allowed');
    }
    const moved = req.method === 'GET' ? movedTo?.(req) : undefined;
    if (moved !== undefined) return void res.writeHead(308, { Location: moved }).end();
    if (post !== undefined && req.method === 'POST') post(req, res);
    else if (path.startsWith(assetsPath)) assets(req, res, () => pages(req, res));
    else (Object.entries(routes).find(([start]) => path.startsWith(start))?.[1] ?? downloadAt(path) ?? pages)(req, res);
  };
  const server = createBoundedServer(handle, { options: bounds, isSerialized: true });
  server.timeout = silenceMaxMs;
  return server;
}

const icon = '/icon.png';

/** The link to the icon has the hash of its content: a browser asks again when the icon changes. */
const cacheControl = (path: string | undefined): string =>
  path === icon || path === '/favicon.ico' ? 'public, max-age=31536000, immutable' : 'no-store';

/** The decoded path of a request target; undefined for a target that is not a path. */
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
