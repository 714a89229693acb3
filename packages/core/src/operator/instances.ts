import { hostname } from 'node:os';

import { version, type StatusView } from '@goal/contract';

import type { Core } from '../core.ts';

export type InstanceKind = 'server' | 'worker';

/** Reports that an instance is alive, and removes instances that have not reported for a day. */
export async function noteInstance(
  { db }: Pick<Core, 'db'>,
  { id, kind }: { id: string; kind: InstanceKind },
): Promise<void> {
  await db.work.query(
    `insert into instance (id, kind, version, name) values ($1, $2, $3, $4)
     on conflict (id) do update set seen_at = clock_timestamp()`,
    [id, kind, version, `${hostname()}:${process.pid}`],
  );
  await db.work.query(`delete from instance where seen_at < clock_timestamp() - interval '1 day'`);
}

/** Removes an instance that ends in order. */
export async function leave({ db }: Pick<Core, 'db'>, id: string): Promise<void> {
  await db.work.query('delete from instance where id = $1', [id]);
}

/** Instances that reported within the last minute by the database's clock; at most 1,000. */
export async function listInstances({ db }: Pick<Core, 'db'>): Promise<StatusView['instances']> {
  const { rows } = await db.work.query<{
    kind: string;
    name: string;
    version: string;
    started_at: Date;
    seen_at: Date;
  }>(
    `select kind, name, version, started_at, seen_at from instance where seen_at > clock_timestamp() - interval '1 minute'
     order by kind, started_at limit 1000`,
  );
  return rows.map((row) => ({ ...row, started_at: row.started_at.toISOString(), seen_at: row.seen_at.toISOString() }));
}
