import { openMemory, type Services } from '@goal/api';
import { limits } from '@goal/contract';
import { hasFreePlanLimit, openCredentials, openPeople, openSso, type People } from '@goal/core';
import { isReady, StartupError } from '@goal/db';
import type { Registry } from 'prom-client';

import { createApp } from './app.ts';
import { dashboardUrlOf, openBackground, type Background, type ServiceOptions } from './background.ts';
import { openBilling, openPayments } from './billing.ts';
import type { Env } from './env.ts';
import { tellFailures, tellRefusedSignIns } from './failures.ts';
import { openHttpServer } from './http-server.ts';
import { keptSecret } from './kept-secret.ts';
import type { Logger } from './log.ts';
import { openMetrics } from './metrics.ts';
import { originOf, ownOrigins } from './own-origins.ts';
import { measureRedis } from './redis.ts';
import { cachedFor } from './cached-for.ts';
import { observe } from './requests.ts';

export type Service = {
  /** For example `http://127.0.0.1:4000`. */
  origin: string;
  /** The proof of the dashboard's server (rulings §10.8). */
  doorProof: string;
  /** Refuses new requests, finishes those in flight, and closes everything. Takes at most 10 s. */
  stop: () => Promise<void>;
};

/**
 * Composes the service on a prepared database and listens. Throws `StartupError` when the port
 * cannot be had, when STRIPE_PRICES names an unknown plan, or when SIGN_UP=on meets a plan `free`
 * without a hard limit.
 */
export async function serve(
  env: Env,
  url: string,
  log: Logger,
  options: ServiceOptions = {},
): Promise<Service & { registry: Registry }> {
  const background = await openBackground(env, url, log, options);
  try {
    return await answer(env, background, log, options);
  } catch (error) {
    await background.close();
    throw error;
  }
}

const limitMissing =
  'SIGN_UP=on needs a hard limit for the plan free, because anybody may send events then. Give it one: npm run -s goal -- plan set free --hard-limit 30000';

/** Answers requests from the background's core. */
async function answer(
  env: Env,
  background: Background,
  log: Logger,
  { page, passwordCost }: ServiceOptions,
): Promise<Service & { registry: Registry }> {
  const { core, buckets, shared, worker } = background;
  const { db, events } = core;
  if (env.signUp && !(await hasFreePlanLimit(core))) throw new StartupError(limitMissing);
  let stopping = false;
  const answers = cachedFor(limits.healthMemoryMs, () => isReady(db));
  const ready = async (): Promise<boolean> => !stopping && (await answers()) && !stopping;
  const metrics = openMetrics({ db, buckets, events, worker, ready });
  measureRedis(metrics.registry, shared);
  const services: Services = {
    core,
    operatorCore: { ...core, db: { ...db, ...db.operators } },
    credentials: openCredentials(db),
    limiter: shared ?? buckets,
    memory: openMemory(),
    people: await peopleOf(env, background, { log, passwordCost }),
    payments: openPayments(env, log),
    onFailure: tellFailures(log, metrics.failure),
    onRefusedSignIn: tellRefusedSignIns(log),
    onLimit: metrics.limit,
    onVisits: worker.noteVisits,
    ...metrics.people,
  };
  let origins: ReadonlySet<string> = new Set();
  const app = createApp({
    services,
    metrics,
    basePath: env.basePath,
    apiUrl: env.apiUrl,
    dashboard: env.dashboardPort === 'off' ? env.dashboardUrl : dashboardUrlOf(env),
    metricsToken: env.metricsToken,
    figures: page ?? (() => metrics.registry.metrics()),
    billing: await openBilling(core, env, log),
    isOwnOrigin: (origin) => origins.has(origin),
    ready,
  });
  const { port, close } = await openHttpServer(observe(app, { log, metrics }), env, { log, onFlood: metrics.flood });
  origins = ownOrigins({ ...env, port });
  return {
    origin: originOf(env.host, port),
    registry: metrics.registry,
    doorProof: services.people.doorProofs[0] ?? '',
    async stop() {
      stopping = true;
      events.tail.endWaits();
      await close();
      await background.close();
    },
  };
}

/** The services that people's verbs need, from the environment (rulings §10.1). */
async function peopleOf(
  env: Env,
  { mailer }: Background,
  { log, passwordCost }: { log: Logger } & Pick<ServiceOptions, 'passwordCost'>,
): Promise<People> {
  return openPeople({
    secrets: env.dashboardSecrets ?? [await keptSecret(env.dataDir, 'dashboard-secret')],
    dashboardUrl: dashboardUrlOf(env),
    mailer,
    onMailFailure: (err) => log.warn({ err }, 'a mail with a link or a code was not sent'),
    signIn: env.signIn,
    signUp: env.signUp,
    sso: env.sso === undefined ? undefined : openSso(env.sso),
    passwordCost,
  });
}
