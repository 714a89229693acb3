import { rows, type Queryable } from '@goal/db';

import { hasNoEvent } from '../../event/gone/has-no-event.ts';
import { newSaltKey } from './salts.ts';

/** A site and a UTC day. */
export type SiteDay = { site: number; day: string };

export const siteDayKey = ({ site, day }: SiteDay): string => `${site} ${day}`;

/** Keys that one statement writes. */
const writtenAtOnce = 64;

/**
 * The keys of the salts of these sites and days, by `siteDayKey`. Makes those that are missing. A
 * key that is read here stays until the transaction ends.
 */
export async function saltKeysFor(
  on: Queryable,
  account: number,
  days: readonly SiteDay[],
): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = new Map(days.map((one) => [siteDayKey(one), one]));
  const keys = await readKeys(on, account, [...wanted.values()], 'for key share');
  const missing = [...wanted].flatMap(([key, one]) => (keys.has(key) ? [] : [one]));
  if (missing.length === 0) return keys;
  await makeKeys(on, account, missing);
  for (const [key, made] of await readKeys(on, account, missing, 'for key share')) keys.set(key, made);
  return keys;
}

/** Those of these keys that are there. */
export async function findSaltKeys(
  on: Queryable,
  account: number,
  days: readonly SiteDay[],
): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = new Map(days.map((one) => [siteDayKey(one), one]));
  return readKeys(on, account, [...wanted.values()], '');
}

/** `lock`: how the rows are locked. The limit makes it one look-up for each day. */
export const keysOf = (lock: '' | 'for key share'): { name: string; text: string } => ({
  name: `keys of salts ${lock}`,
  text: `select s.site, s.day::text, encode(s.key, 'base64') from unnest($2::int[], $3::date[]) q(site, day) cross join lateral (
      select site, day, key from log_salt where account = $1::int and site = q.site and day = q.day limit 1 ${lock}) s`,
});

async function readKeys(
  on: Queryable,
  account: number,
  days: readonly SiteDay[],
  lock: '' | 'for key share',
): Promise<Map<string, Buffer>> {
  if (days.length === 0) return new Map();
  const found = await rows<[site: number, day: string, key: string]>(on, {
    ...keysOf(lock),
    values: [account, days.map(({ site }) => site), days.map(({ day }) => day)],
  });
  return new Map(found.map(([site, day, key]) => [siteDayKey({ site, day }), Buffer.from(key, 'base64')]));
}

async function makeKeys(on: Queryable, account: number, days: readonly SiteDay[]): Promise<void> {
  for (let at = 0; at < days.length; at += writtenAtOnce) {
    const part = days.slice(at, at + writtenAtOnce);
    const tuples = part.map(
      (_, nth) => `(${account}, $${3 * nth + 1}::int, $${3 * nth + 2}::date, $${3 * nth + 3}::bytea)`,
    );
    await on.query(
      `insert into log_salt (account, site, day, key) values ${tuples.join(', ')} on conflict do nothing`,
      part.flatMap(({ site, day }) => [site, day, newSaltKey()]),
    );
  }
}

export const forgetting = {
  name: 'forget old salts',
  text: `delete from log_salt s using (
      select l.ctid as place from unnest($2::int[], $3::int[]) q(site, days) cross join lateral (
        select ctid, site, day from log_salt where account = $1::int and site = q.site
          and day < ((clock_timestamp() - q.days * interval '1 day') at time zone 'utc')::date offset 0) l
      where ${hasNoEvent('l.site', 'l.day')}) old
    where s.account = $1::int and s.ctid = old.place`,
};

export const forgettingKept = {
  name: 'forget old kept salts',
  text: `delete from log_salt_kept k using (
      select l.ctid as place from unnest($2::int[], $3::int[]) q(site, days)
        cross join lateral (
          select s.day from (
            select distinct day from log_salt_kept where account = $1::int and site = q.site
              and day < ((clock_timestamp() - q.days * interval '1 day') at time zone 'utc')::date) s
          where ${hasNoEvent('q.site', 's.day')} offset 0) d
        cross join lateral (
          select ctid from log_salt_kept where account = $1::int and site = q.site and day = d.day offset 0) l) old
    where k.account = $1::int and k.ctid = old.place`,
};

/**
 * Deletes the keys of the salts, and the salts that were kept alone, of days that lie wholly before
 * what their sites keep and have no events.
 * Retention does it with each purge, but the last day of a site that has gone silent is over only
 * when nothing of it is left to purge. `retentionDays` is -1 where nothing is purged.
 */
export async function forgetOldSalts(
  on: Queryable,
  account: number,
  sites: Iterable<{ rowId: number; retentionDays: number }>,
): Promise<void> {
  const purged = [...sites].filter(({ retentionDays }) => retentionDays >= 0);
  if (purged.length === 0) return;
  const values = [account, purged.map(({ rowId }) => rowId), purged.map(({ retentionDays }) => retentionDays)];
  await rows(on, { ...forgetting, values });
  await rows(on, { ...forgettingKept, values });
}
