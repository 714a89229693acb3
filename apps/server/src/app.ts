import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import {
  allowOf,
  appRouter,
  mountMcp,
  mountNative,
  mountRest,
  openApiDocument,
  refusalOf,
  send,
  sendRefusal,
  stripeWebhook,
  type Services,
} from '@goal/api';
import { bearerToken, DomainError, errorCatalogue, limits } from '@goal/contract';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';

import { frontPage, wantsPage } from './docs/front-page.ts';
import { docsRoutes } from './docs/mount.ts';
import type { Metrics } from './metrics.ts';
import { cachedFor } from './cached-for.ts';
import { factsOf } from './requests.ts';

export type AppOptions = {
  services: Services;
  metrics: Metrics;
  basePath: string;
  /** The public origin of the API; undefined where it is not set. */
  apiUrl: string | undefined;
  /** Origin of the dashboard; undefined where none is known. */
  dashboard: string | undefined;
  metricsToken: string | undefined;
  /** The page of /metrics. */
  figures: () => Promise<string>;
  /** The payment provider's webhook; without it the path does not exist. */
  billing: Omit<Parameters<typeof stripeWebhook>[0], 'core' | 'memory'> | undefined;
  /** Whether a page of this origin may use MCP: the service's own pages, and the console's. */
  isOwnOrigin: (origin: string) => boolean;
  /** Whether to send requests here: the database answers, is migrated, and nothing is stopping. */
  ready: () => Promise<boolean>;
};

/**
 * The whole HTTP surface. The REST paths come before Express, which costs a request more than
 * finding its route does. Everything else is an ordinary Express application.
 */
export function createApp(options: AppOptions): (req: IncomingMessage, res: ServerResponse) => void {
  const { services, basePath } = options;
  const rest = mountRest(appRouter, { services, basePath, factsOf });
  const others = createOthers(options);
  return (req, res) =>
    rest(req, res, () => {
      // Any other form of target names nothing (rulings §2.10), and Express would answer one that
      // it cannot parse with a page of its own.
      if (/^\/[^#]*$/.test(req.url ?? '')) others(req, res);
      else sendRefusal(req, res, errorCatalogue.not_found);
    });
}

function createOthers({
  services,
  metrics,
  basePath,
  apiUrl,
  dashboard,
  metricsToken,
  figures,
  billing,
  isOwnOrigin,
  ready,
}: AppOptions): express.Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  let document: Promise<Buffer> | undefined;
  at(app, 'GET', `${basePath}/openapi.json`, async (req, res) => {
    document ??= openApiDocument(`${apiUrl ?? ''}${basePath}`).then((made) => Buffer.from(JSON.stringify(made)));
    // The next request tries again after a failure.
    document.catch(() => (document = undefined));
    send(req, res, 200, await document);
  });
  for (const [path, handler] of docsRoutes({ basePath, apiUrl })) at(app, 'GET', path, handler);
  const front = frontPage({ basePath, dashboard });
  app.get('/', (req, res, next) => (wantsPage(req) ? front(req, res) : next()));
  at(app, 'GET', '/healthz', (req, res) => send(req, res, 200, JSON.stringify({ status: 'ok' })));
  at(app, 'GET', '/readyz', async (req, res) => {
    if (await ready()) send(req, res, 200, JSON.stringify({ status: 'ready' }));
    else refuse(req, res, new DomainError('unavailable', { retryAfter: 1 }));
  });
  // Without a token anybody may ask, as often as they like.
  const told = metricsToken === undefined ? cachedFor(limits.healthMemoryMs, figures) : figures;
  at(app, 'GET', '/metrics', async (req, res) => {
    judgeMetricsToken(req, metricsToken);
    const text = await told();
    res.setHeader('Content-Type', metrics.registry.contentType);
    res.end(req.method === 'HEAD' ? undefined : text);
  });
  at(app, 'POST', `${basePath}/mcp`, mountMcp({ services, factsOf, isOwnOrigin }));
  if (billing !== undefined)
    at(
      app,
      'POST',
      `${basePath}/billing/stripe`,
      stripeWebhook({ core: services.core, memory: services.memory.messages, ...billing }),
    );
  app.use('/trpc', mountNative({ services, factsOf }));
  app.use((req, res) => sendRefusal(req, res, errorCatalogue.not_found));
  const onError: ErrorRequestHandler = (error: unknown, req, res, _next) => {
    // Express cannot decode this path, so nothing is there.
    const refusal = error instanceof URIError ? new DomainError('not_found') : refusalOf(error);
    if (refusal.status >= 500) services.onFailure(error, factsOf(req));
    refuse(req, res, refusal);
  };
  app.use(onError);
  return app;
}

/** Mounts one method at exactly this path, and answers HEAD, OPTIONS and 405 as REST does. */
function at(app: express.Express, method: 'GET' | 'POST', path: string, handler: RequestHandler): void {
  app[method === 'GET' ? 'get' : 'post'](path, (req, res, next) => {
    factsOf(req).route = `${method} ${path}`;
    return handler(req, res, next);
  });
  app.all(path, (req, res) => {
    res.setHeader('Allow', allowOf([method]));
    if (req.method === 'OPTIONS') send(req, res, 204);
    else sendRefusal(req, res, errorCatalogue.method_not_allowed);
  });
}

function refuse(req: IncomingMessage, res: ServerResponse, refusal: DomainError): void {
  if (refusal.retryAfter !== undefined && !res.headersSent) res.setHeader('Retry-After', refusal.retryAfter);
  sendRefusal(req, res, refusal);
}

/**
 * Requires METRICS_TOKEN, if it is set, as bearer (rulings §1). Compares in constant time. Throws
 * `missing_token`, `invalid_token`.
 */
function judgeMetricsToken(req: IncomingMessage, token: string | undefined): void {
  if (token === undefined) return;
  const given = bearerToken(req.headers.authorization);
  if (given === undefined) throw new DomainError('missing_token');
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(digest(given), digest(token))) throw new DomainError('invalid_token');
}
