import { readCluster, type Cluster, type Database } from '@goal/db';
import { Gauge, type Registry } from 'prom-client';

/** Registers the metrics of the workers of Citus. There are none on plain PostgreSQL. */
export function registerCitus(registry: Registry, db: Database): void {
  const registers = [registry];
  const labelNames = ['worker'];
  const read = readOnce(db);
  const of = (name: string, help: string, figure: (worker: Cluster['workers'][number]) => number): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset();
        for (const worker of (await read())?.workers ?? []) this.set({ worker: worker.name }, figure(worker));
      },
    });
  };
  of('goal_citus_worker_up', '1 while the coordinator reaches the worker of Citus', ({ isAway }) => (isAway ? 0 : 1));
  of('goal_citus_worker_shards', 'Shards of events on each worker of Citus', ({ shards }) => shards);
  of('goal_citus_worker_bytes', 'Bytes of the database on each worker of Citus', ({ bytes }) => bytes ?? 0);
}

/**
 * Gauges are collected together: they share one look. Nothing is asked again once the database
 * proved to be no Citus. Without an answer there is no figure.
 */
function readOnce({ operators }: Database): () => Promise<Cluster | undefined> {
  let isPlain = false;
  let running: Promise<Cluster | undefined> | undefined;
  const look = async (): Promise<Cluster | undefined> => {
    try {
      const cluster = await readCluster(operators.work);
      isPlain = cluster === undefined;
      return cluster;
    } catch {
      return undefined;
    } finally {
      running = undefined;
    }
  };
  return () => (isPlain ? Promise.resolve(undefined) : (running ??= look()));
}
