import { hostname } from 'node:os';

import { version, type StatusView, type VisitSign } from '@goal/contract';

import type { Db } from '../ground/db.ts';

export type InstanceKind = 'server' | 'worker';

/**
 * Reports that an instance is alive, and what visits of the dashboard say to it. Removes instances
 * that have not reported for a day.
 */
export async function noteInstance(
  { db }: Db,
  { id, kind, visits = 'nothing' }: { id: string; kind: InstanceKind; visits?: VisitSign },
): Promise<void> {
  await db.work.query(
    `insert into instance (id, kind, version, name, visits) values ($1, $2, $3, $4, $5)
     on conflict (id) do update set seen_at = clock_timestamp(), visits = excluded.visits`,
    [id, kind, version, `${hostname()}:${process.pid}`, visits],
  );
  await db.work.query(`delete from instance where seen_at < clock_timestamp() - interval '1 day'`);
}

/** Removes an instance that ends in order. */
export async function leave({ db }: Db, id: string): Promise<void> {
  await db.work.query('delete from instance where id = $1', [id]);
}

/** Instances that reported within the last minute by the database's clock; at most 1,000. */
export async function listInstances({ db }: Db): Promise<StatusView['instances']> {
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

/** What visits of the dashboard say to the instances that reported within the last minute. */
export async function findVisitSigns({ db }: Db): Promise<Trouble[]> {
  const { rows } = await db.work.query<{ visits: Trouble }>(
    `select distinct visits from instance where seen_at > clock_timestamp() - interval '1 minute' and visits <> 'nothing' order by visits`,
  );
  return rows.map(({ visits }) => visits);
}

type Trouble = Exclude<VisitSign, 'nothing'>;
/** The sentence for the person on call about a sign. */
export const visitSentences: Readonly<Record<Trouble, string>> = {
  header_missing:
    'Visitors reach the dashboard without their address in X-Forwarded-For, though TRUSTED_PROXIES is set: whoever sends that header escapes the brakes on sign-ins. Let the proxy append it, and nobody reach the port past the proxy.',
  one_proxy:
    'All visitors of the dashboard look like one proxy, and share its brake on sign-ins: set TRUSTED_PROXIES to the number of proxies in front of it, each of which appends X-Forwarded-For.',
};
