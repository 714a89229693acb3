import { randomInt } from 'node:crypto';

import { rows, type Database } from '@goal/db';

/*
 * A database that is restored to an older state gives the same numbers out again, for other events.
 * Positions therefore hold an incarnation, which ends when the database turns out to be a different
 * one: another cluster (a restored dump), another timeline (a failover, or a restore to a moment),
 * another database, or another table in it.
 */
const place = `(select oid from pg_database where datname = current_database()) || ' ' || 'tail'::regclass::oid`;
const identities = [
  `(select system_identifier from pg_control_system()) || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' || ${place}`,
  // For users who may not run the functions above.
  place,
];

/** Returns the SQL that identifies this database: the first of the list that this user may run. */
export async function identityOf(db: Pick<Database, 'work'>): Promise<string> {
  for (const identity of identities) {
    try {
      await db.work.query(`select ${identity}`);
      return identity;
    } catch (error) {
      const isForbidden =
        error instanceof Error && 'code' in error && (error.code === '42501' || error.code === '42883');
      if (!isForbidden) throw error;
    }
  }
  throw new Error('no statement that identifies this database may be run');
}

/** The incarnations that ended, and the one that ends now; the newest eight. */
const withFormer = `(select jsonb_agg(f order by n) from (
  select f, n from jsonb_array_elements(e.former || jsonb_build_object('identity', e.identity, 'eras', to_jsonb(e.also || e.era)))
    with ordinality x(f, n) order by n desc limit 8) y)`;

/**
 * Begins a new incarnation, unless another process just did. Its number is random: a counter would
 * give the same number again after a second restore of the same backup.
 */
export async function renewIncarnation(db: Pick<Database, 'work'>, identity: string): Promise<void> {
  const text = `insert into tail_era as e (no, identity, era) values (1, ${identity}, $1::bigint)
    on conflict (no) do update set identity = excluded.identity, era = excluded.era, also = '{}',
      former = ${withFormer} where e.identity <> excluded.identity`;
  await rows(db.work, { name: 'renew the incarnation', text, values: [randomInt(1, 2 ** 48 - 1)] });
}
