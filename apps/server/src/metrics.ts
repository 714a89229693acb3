import type { EventStore, TokenBuckets, Worker } from '@goal/core';
import type { Database } from '@goal/db';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** What Prometheus reads. Labels are routes, statuses and pools: never an account, a site, a domain or a key (rulings §1). */
export type Metrics = {
  registry: Registry;
  request: (route: string, status: number, seconds: number) => void;
  limit: (bucket: string, granted: boolean) => void;
};

export function openMetrics({
  db,
  buckets,
  events,
  worker,
}: {
  db: Database;
  buckets: TokenBuckets;
  events: EventStore;
  worker: Worker;
}): Metrics {
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
  const limited = new Counter({
    name: 'goal_rate_limit_total',
    help: 'What the rate limiter said',
    labelNames: ['bucket', 'result'],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  new Gauge({
    name: 'goal_pool_connections',
    help: 'Connections of each pool: all, idle, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      const { work, lookups, pages, ingest, operators } = db;
      for (const [name, pool] of Object.entries({ work, lookups, pages, ingest, operators: operators.work })) {
        this.set({ pool: name, state: 'total' }, pool.totalCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.inLine);
      }
    },
  });
  gauge('goal_retention_held', '1 while retention deletes nothing until it is confirmed', () =>
    worker.state.hold === undefined ? 0 : 1,
  );
  gauge('goal_tail_waiting_requests', 'Requests that wait for events', () => events.tail.waiting);
  gauge('goal_exports_running', 'Exports that are being sent', () => events.exports.size);
  gauge('goal_rate_limit_buckets', 'Token buckets that are not full', () => buckets.size);
  new Counter({
    name: 'goal_ingest_events_total',
    help: 'Events that were sent: accepted, duplicates, rejected',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset();
      for (const result of ['accepted', 'duplicates', 'rejected'] as const) this.inc({ result }, events.counts[result]);
    },
  });
  new Counter({
    name: 'goal_worker_total',
    help: 'What this process has done in the background: events that retention deleted, mails that were sent or not taken',
    labelNames: ['what'],
    registers,
    collect() {
      this.reset();
      this.inc({ what: 'events_deleted' }, worker.state.deleted);
      this.inc({ what: 'mails_sent' }, worker.state.mailsSent);
      this.inc({ what: 'mails_failed' }, worker.state.mailsFailed);
    },
  });
  return {
    registry,
    request: (route, status, seconds) => requests.observe({ route, status: String(status) }, seconds),
    limit: (bucket, granted) => limited.inc({ bucket, result: granted ? 'granted' : 'limited' }),
  };
}
