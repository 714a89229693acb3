import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

import { openMemory, type Services } from '@goal/api';
import { limits } from '@goal/contract';
import {
  defaultSettings,
  every,
  LastUses,
  openCredentials,
  openEventServices,
  smtpMailer,
  startReclaimer,
  startWorker,
  TokenBuckets,
  type Core,
  type EventServicesOptions,
  type Settings,
} from '@goal/core';
import { isReady, openDatabase, serverName, StartupError } from '@goal/db';

import { createApp } from './app.ts';
import { openBilling } from './billing.ts';
import { createBoundedServer } from './bounded-server.ts';
import type { Env } from './env.ts';
import { tellFailures } from './failures.ts';
import type { Logger } from './log.ts';
import { openMetrics } from './metrics.ts';
import { originOf, ownOrigins } from './own-origins.ts';
import { measureRedis, openRedis } from './redis.ts';
import { remembered } from './remembered.ts';
import { observe } from './requests.ts';

export type Service = {
  /** Where it listens: `http://127.0.0.1:4000`. */
  origin: string;
  /** Lets requests in flight finish, refuses new ones, writes what waits, closes everything. Done within 10 s. */
  stop: () => Promise<void>;
};

/** Composes the service on a prepared database and listens. Throws `StartupError` when the port cannot be had. */
export async function serve(
  env: Pick<Env, 'port' | 'host' | 'basePath' | 'metricsToken'> &
    Partial<
      Settings &
        EventServicesOptions &
        Pick<Env, 'tailDays' | 'smtpUrl' | 'mailFrom' | 'stripeWebhookSecrets' | 'stripePrices'> &
        Pick<Env, 'apiUrl' | 'consolePort' | 'consoleUrl' | 'redisUrl'>
    >,
  url: string,
  log: Logger,
): Promise<Service> {
  const db = openDatabase({ url, name: serverName });
  const events = await openEventServices(db, env);
  const buckets = new TokenBuckets();
  const shared = await openRedis(db, env.redisUrl, { own: buckets, log });
  const uses = new LastUses(db);
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const reclaimer = startReclaimer(events, log);
  const core: Core = {
    db,
    events,
    uses,
    wakeReclaimer: () => reclaimer.wake(),
    settings: { retentionGraceDays: env.retentionGraceDays ?? defaultSettings.retentionGraceDays },
  };
  const mailer = env.smtpUrl === undefined ? undefined : smtpMailer(env.smtpUrl, env.mailFrom ?? 'goal@localhost');
  const worker = startWorker(core, { kind: 'server', log, tailDays: env.tailDays ?? limits.tailDays, mailer });
  let stopping = false;
  const answers = remembered(limits.healthMemoryMs, () => isReady(db));
  const ready = async (): Promise<boolean> => !stopping && (await answers()) && !stopping;
  const metrics = openMetrics({ db, buckets, events, worker, ready });
  measureRedis(metrics.registry, shared);
  const services: Services = {
    core,
    operatorCore: { ...core, db: { ...db, ...db.operators } },
    credentials: openCredentials(db),
    limiter: shared ?? buckets,
    memory: openMemory(),
    onFailure: tellFailures(log, metrics.failure),
    onLimit: metrics.limit,
  };
  const background = [
    every(15, () => uses.flush(), warn('writing last uses failed')),
    every(10, () => events.arrivals.flush(), warn('writing arrivals failed')),
  ];
  const close = async (): Promise<void> => {
    await Promise.all([worker.stop(), reclaimer.stop(), shared?.close(), ...background.map((work) => work.stop())]);
    await events.close().catch(warn('writing arrivals failed'));
    await db.close();
  };
  const closing = async (error: unknown): Promise<never> => {
    await close();
    throw error;
  };
  const billing = await openBilling(core, env, log).catch(closing);
  let origins: ReadonlySet<string> = new Set();
  const app = createApp({
    services,
    metrics,
    basePath: env.basePath,
    metricsToken: env.metricsToken,
    billing,
    isOwnOrigin: (origin) => origins.has(origin),
    ready,
  });
  const server = harden(
    createBoundedServer(observe(app, { log, metrics }), {
      create: createServer,
      options: http,
      onFlood() {
        metrics.flood();
        log.info('connection ended: too many of its requests waited for an answer');
      },
    }),
  );
  await listen(server, env).catch(closing);
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  origins = ownOrigins({ ...env, port });
  return {
    origin: originOf(env.host, port),
    async stop() {
      stopping = true;
      events.tail.endWaits();
      await closeServer(server, log);
      await close();
    },
  };
}

/** Bounds on slow clients; by default Node looks for them twice a minute only. */
const http = {
  maxHeaderSize: limits.headBytes,
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
} satisfies ServerOptions;

function harden(server: Server): Server {
  server.maxRequestsPerSocket = 0;
  // A client that stops reading its answers would keep them in memory for ever.
  server.timeout = 30_000;
  // All of them are there to be measured: the size of the head is what bounds them.
  server.maxHeadersCount = 0;
  // An expectation that we do not know is no reason to refuse.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  return server;
}

function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use: stop what listens there, or set PORT to another.`
          : error.code === 'EACCES'
            ? `Port ${port} may not be used by this user: set PORT to one above 1023.`
            : error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
              ? `HOST ${host} is no address of this machine.`
              : `Cannot listen on ${host}, port ${port}: ${error.message}.`;
      reject(new StartupError(why, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

/** No new connections; those that are kept are closed as soon as they are idle; running requests get 7 s to finish. */
async function closeServer(server: Server, log: Logger): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
  // A connection whose request is answered only now would be kept otherwise, and waited for.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => {
    log.warn('clients that hang are cut off');
    server.closeAllConnections();
  }, 7000);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
