import { rows, type Queryable } from '@goal/db';

import { findSaltKeys, siteDayKey, type SiteDay } from './salt-keys.ts';
import { saltsOf } from './salts.ts';

/** Reads the keys of sites' days. */
type ReadKeys = (on: Queryable, account: number, days: readonly SiteDay[]) => Promise<ReadonlyMap<string, Buffer>>;

/** Of which site and day an event is. */
type Dated = { site: number; id: number; day: string };

/**
 * The salts of these events by their ids; of those whose salt is gone there is none. A redacted
 * event has none either, and is not to be asked for: its day may have another key by now. The keys
 * are read before the salts that were kept, so a redaction that comes between takes none away.
 */
export async function saltsOfEvents(
  on: Queryable,
  account: number,
  events: readonly Dated[],
  readKeys: ReadKeys = findSaltKeys,
): Promise<ReadonlyMap<number, Uint8Array>> {
  const keys = await readKeys(on, account, events);
  const salts = saltsByKeys(events, keys);
  for (const [id, salt] of await keptSalts(on, account, events)) salts.set(id, salt);
  return salts;
}

/** The salts that these keys give. */
function saltsByKeys(events: readonly Dated[], keys: ReadonlyMap<string, Buffer>): Map<number, Uint8Array> {
  const idsOfDay = new Map<string, number[]>();
  for (const one of events) {
    const key = siteDayKey(one);
    const ids = idsOfDay.get(key);
    if (ids === undefined) idsOfDay.set(key, [one.id]);
    else ids.push(one.id);
  }
  const salts = new Map<number, Uint8Array>();
  for (const [day, ids] of idsOfDay) {
    const key = keys.get(day);
    if (key === undefined) continue;
    for (const [at, salt] of saltsOf(key, ids).entries()) salts.set(ids[at] ?? 0, salt);
  }
  return salts;
}

export const reading = {
  name: 'kept salts',
  text: `select k.* from unnest($2::int[], $3::date[]) q(site, day) cross join lateral (
      select id, encode(salt, 'base64') from log_salt_kept
      where account = $1::int and site = q.site and day = q.day and id between $4::bigint and $5::bigint offset 0) k`,
};

/** The salts of these events that were kept alone. */
async function keptSalts(on: Queryable, account: number, events: readonly Dated[]): Promise<[number, Buffer][]> {
  if (events.length === 0) return [];
  const wanted = new Set(events.map(({ id }) => id));
  const days = [...new Map(events.map(({ site, day }) => [siteDayKey({ site, day }), { site, day }])).values()];
  const [least, most] = events.reduce(([low, high], { id }) => [Math.min(low, id), Math.max(high, id)], [Infinity, 0]);
  const values = [account, days.map(({ site }) => site), days.map(({ day }) => day), least, most];
  const found = await rows<[id: number, salt: string]>(on, { ...reading, values });
  return found.flatMap(([id, salt]) => (wanted.has(id) ? [[id, Buffer.from(salt, 'base64')]] : []));
}
