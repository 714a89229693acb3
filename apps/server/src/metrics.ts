import { version } from '@goal/contract';
import type { EventServices, TokenBuckets, Worker } from '@goal/core';
import type { Database } from '@goal/db';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

import { failureReasons, type Failure } from './failures.ts';
import { registerCitus } from './metrics/citus.ts';
import { registerDatabase } from './metrics/database.ts';
import { registerEvents } from './metrics/events.ts';
import { registerLimiter } from './metrics/limiter.ts';
import { registerPeople } from './metrics/people.ts';
import { registerSignedLog } from './metrics/signed-log.ts';
import { registerStreams } from './metrics/streams.ts';
import { registerWorker } from './metrics/worker.ts';

/** The metrics. Labels are never an account, a site, a domain or a key (rulings §1). */
export type Metrics = {
  registry: Registry;
  /** Counts a request that begins. The returned function counts its end. */
  request: () => (route: string, status: number, seconds: number) => void;
  failure: (why: Failure) => void;
  /** Counts a connection that was ended because too many of its requests waited for an answer. */
  flood: () => void;
  limit: (bucket: string, granted: boolean) => void;
  people: ReturnType<typeof registerPeople>;
};

export type MetricsSources = {
  db: Database;
  buckets: TokenBuckets;
  events: EventServices;
  worker: Worker;
  /** The answer of /readyz. */
  ready: () => Promise<boolean>;
};

/** Every metric, named as Prometheus has it. docs/operations/alerts.yml uses these names. */
export function openMetrics({ db, buckets, events, worker, ready }: MetricsSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'goal_http_request_duration_seconds',
    help: 'Requests by published route and status: their count and how long they took',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const inFlight = new Gauge({
    name: 'goal_http_requests_in_flight',
    help: 'Requests that are being answered, those that wait for events among them',
    registers,
  });
  const failures = new Counter({
    name: 'goal_request_failures_total',
    help: 'Requests that failed: others came first (overload), the database took too long (timeout) or was out of reach (unavailable), the mail server was (mail) or the one of single sign-on (sign_in_service), or a fault of ours (error)',
    labelNames: ['reason'],
    registers,
  });
  const floods = new Counter({
    name: 'goal_http_floods_total',
    help: 'Connections that were ended because too many of their requests waited for an answer',
    registers,
  });
  for (const reason of failureReasons) failures.inc({ reason }, 0);
  new Gauge({
    name: 'goal_build_info',
    help: 'Always 1; its label is the version that runs',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  new Gauge({
    name: 'goal_ready',
    help: '1 while /readyz says that requests may be sent here',
    registers,
    async collect() {
      this.set((await ready()) ? 1 : 0);
    },
  });
  registerDatabase(registry, db);
  registerCitus(registry, db);
  registerEvents(registry, events);
  registerSignedLog(registry, db, events);
  registerStreams(registry, db, events);
  registerWorker(registry, worker);
  const limit = registerLimiter(registry, buckets);
  return {
    registry,
    request() {
      inFlight.inc();
      return (route, status, seconds) => {
        inFlight.dec();
        requests.observe({ route, status: String(status) }, seconds);
      };
    },
    failure: (reason) => failures.inc({ reason }),
    flood: () => floods.inc(),
    limit,
    people: registerPeople(registry),
  };
}
