import { readRisks, type Database } from '@goal/db';
import { Gauge, type Registry } from 'prom-client';

/** Registers the metrics of the connection pools, and what the database may lose. */
export function registerDatabase(registry: Registry, db: Database): void {
  const { work, lookups, pages, ingest } = db;
  const pools = Object.entries({ work, lookups, pages, ingest, operators: db.operators.work });
  new Gauge({
    name: 'goal_pool_connections',
    help: 'Connections of each pool: all, idle, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, queued }] of pools) {
        this.set({ pool, state: 'total' }, totalCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, queued);
      }
    },
  });
  const max = new Gauge({
    name: 'goal_pool_connections_max',
    help: 'Connections that each pool may have',
    labelNames: ['pool'],
    registers: [registry],
  });
  for (const [pool, { options }] of pools) max.set({ pool }, options.max);
  new Gauge({
    name: 'goal_durability_risks',
    help: 'What may lose acknowledged changes: settings of PostgreSQL and tables outside of its log, each counted once',
    registers: [registry],
    async collect() {
      const risks = await readRisks(db.operators.work).catch(() => undefined);
      // Without an answer there is no figure.
      if (risks === undefined) this.remove();
      else this.set(risks.length);
    },
  });
}
