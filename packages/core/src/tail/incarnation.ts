import { randomInt } from 'node:crypto';

import { rows, type Database } from '@goal/db';

/*
 * A database that is put back to an older state gives the same numbers out again, for other events. So positions hold an era, and the era ends
 * when the database turns out to be another one: another cluster (a dump that was restored), another timeline (a failover, a restore to a
 * moment), another database or another table in it.
 */
const place = `(select oid from pg_database where datname = current_database()) || ' ' || 'tail'::regclass::oid`;
const identities = [
  `(select system_identifier from pg_control_system()) || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' || ${place}`,
  // Where these functions are not for everybody.
  place,
];

/** The SQL that tells which database this is, of those that this user may run. */
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
  throw new Error('no statement tells which database this is');
}

/**
 * Begins a new era, unless another process just did. Its number is chosen by lot: if it were counted, a second restore of the same backup would
 * count it again.
 */
export async function renewIncarnation(db: Pick<Database, 'work'>, identity: string): Promise<void> {
  const text = `insert into tail_era as e (no, identity, era) values (1, ${identity}, $1::bigint)
    on conflict (no) do update set identity = excluded.identity, era = excluded.era where e.identity <> excluded.identity`;
  await rows(db.work, { name: 'renew the era', text, values: [randomInt(1, 2 ** 48 - 1)] });
}
