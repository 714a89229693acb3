import type { Queryable } from '@goal/db';

import type { FoundEvent } from './logged-events.ts';
import { findSaltKeys, siteDayKey, type SiteDay } from './salt-keys.ts';
import { saltsOf } from './salts.ts';

/** Reads the keys of sites' days. */
type ReadKeys = (on: Queryable, account: number, days: readonly SiteDay[]) => Promise<ReadonlyMap<string, Buffer>>;

/** Of which site and day an event is. */
type Dated = { site: number; id: number; day: string };

/** The salts of these events by their ids; of those whose key is gone there is none. */
export async function saltsOfEvents(
  on: Queryable,
  account: number,
  events: readonly FoundEvent[],
  readKeys: ReadKeys = findSaltKeys,
): Promise<ReadonlyMap<number, Uint8Array>> {
  const dated = events.map(({ site, event }) => ({ site, id: event.id, day: event.occurred_at.slice(0, 10) }));
  return saltsByKeys(dated, await readKeys(on, account, dated));
}

/** The salts that these keys give. */
export function saltsByKeys(
  events: readonly Dated[],
  keys: ReadonlyMap<string, Buffer>,
): ReadonlyMap<number, Uint8Array> {
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
