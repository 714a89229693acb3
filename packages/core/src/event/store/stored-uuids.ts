import { rows, type Queryable } from '@goal/db';

/**
 * The limit makes it one look-up for each event
 * (docs/decisions/010-event-store.md).
 */
export const finding = {
  name: 'stored uuids',
  text: `select s.event_uuid from unnest($3::uuid[]) q(event_uuid) cross join lateral (
      select event_uuid from event where account = $1::int and site = $2::int and event_uuid = q.event_uuid limit 1) s`,
};

/** Those of the `uuids`, in small letters, under which the site has stored an event. */
export async function findStoredUuids(
  on: Queryable,
  { account, site }: { account: number; site: number },
  uuids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (uuids.length === 0) return new Set();
  const found = await rows<[uuid: string]>(on, { ...finding, values: [account, site, uuids] });
  return new Set(found.map(([uuid]) => uuid));
}
