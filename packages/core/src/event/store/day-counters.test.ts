import { randomUUID } from 'node:crypto';

import { severities } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newEvent, openWorld, storeAll, type EventWorld } from '../../../test/event-world.ts';
import { purgeEvents } from '../gone/purge-events.ts';
import { reclaimGone } from '../gone/reclaim-gone.ts';
import { storeRows } from './store-row.ts';
import { storeByAccount } from './store-by-account.ts';
import { runStore, type StoreRow } from './store-statement.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const start = Date.UTC(2026, 0, 1);
const day = 86_400_000;
const table = async (text: string, values: unknown[] = []) => (await world.db.work.query(text, values)).rows;

async function storeEachAccount(pool: EventWorld['db']['ingest'], events: StoreRow[]): Promise<void> {
  for (const account of new Set(events.map((event) => event.account)))
    await storeByAccount(
      pool,
      events.filter((event) => event.account === account),
      3000,
    );
}

/**
 * Holds at any time: the account's counters are the sums of its sites' counters, and `kept` counts
 * the stored events.
 */
async function expectSums(): Promise<void> {
  const kept = 'select account, day::text, severity, n from kept_day where n <> 0 order by 1, 2, 3';
  const ofSites = 'select account, day::text, severity, sum(n)::bigint as n from kept group by 1, 2, 3';
  expect(await table(kept)).toEqual(await table(`${ofSites} having sum(n) <> 0 order by 1, 2, 3`));
  const stored = `select account, (occurred_at at time zone 'utc')::date::text as day, severity, count(*) as n from event`;
  expect(await table(kept)).toEqual(await table(`${stored} group by 1, 2, 3 order by 1, 2, 3`));
  expect(await table('select account, day::text, events, bytes from accepted_day order by 1, 2')).toEqual(
    await table(
      'select account, day::text, sum(events)::bigint as events, sum(bytes)::bigint as bytes from accepted group by 1, 2 order by 1, 2',
    ),
  );
}

test('R§9.2 R§9.3 the counters of a day are the sums over the sites while many writers store for several accounts, purge and reclaim, without a deadlock', async () => {
  const worlds = await Promise.all(upTo(3).map(() => world.account(4)));
  const targets = worlds.flatMap(({ account, sites }) => sites.map((site) => ({ account, site })));
  const uuids = upTo(200).map(() => randomUUID());
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T; // the lists are not empty
  const batch = async () => {
    const chosen = upTo(4).map(() => pick(targets));
    const rows = await Promise.all(
      chosen.map(({ account, site }) =>
        storeRows(
          world.events.dictionary,
          account,
          site,
          upTo(10).map(() =>
            newEvent({
              eventUuid: pick(uuids),
              occurredAt: start + day * pick(upTo(6)),
              severity: pick(severities),
              message: pick(['', 'ü']),
            }),
          ),
        ),
      ),
    );
    return rows.flat();
  };
  const another = await world.another();
  const writers = upTo(6).map(async (writer) => {
    for (let round = 0; round < 40; round += 1) {
      const { ingest } = (writer % 2 === 0 ? world : another).db;
      // A third of the writers store as on Citus.
      if (writer % 3 === 0) await storeEachAccount(ingest, await batch());
      else await runStore(ingest, await batch(), 3000);
    }
  });
  const purgers = upTo(3).map(async () => {
    for (let round = 0; round < 40; round += 1)
      await purgeEvents(world, { ...pick(targets), olderThan: start + day * pick(upTo(7)), limit: 15 });
  });
  await Promise.all([...writers, ...purgers]);
  await expectSums();
  for (const { site } of targets.slice(0, 5)) await world.deleteSite(site);
  await Promise.all([
    reclaimGone(world),
    reclaimGone(another),
    runStore(another.db.ingest, await batch(), 3000),
    storeEachAccount(world.db.ingest, await batch()),
  ]);
  await reclaimGone(world);
  await expectSums();
});

test('R§9.2 storing and purging lock the counters in one order, so that they never deadlock', async () => {
  const {
    account,
    sites: [site = 0],
  } = await world.account();
  await storeAll(world, { account, site }, [newEvent()]);
  await world.db.work.query(`create table locked (place serial, name text);
    create function note_lock() returns trigger language plpgsql as
      $$ begin insert into locked (name) values (tg_table_name); return coalesce(new, old); end $$`);
  const tables = ['event', 'kept', 'accepted', 'kept_day', 'accepted_day', 'tail_head'];
  for (const name of tables)
    await world.db.work.query(
      `create trigger note before insert or delete on ${name} for each row execute function note_lock()`,
    );
  const order = async (act: () => Promise<unknown>): Promise<unknown[]> => {
    await world.db.work.query('truncate locked restart identity');
    await act();
    return (await table('select name from locked group by name order by min(place)')).map((row) => row['name']);
  };
  const storing = await order(() => storeAll(world, { account, site }, [newEvent(), newEvent()]));
  const rows = await storeRows(world.events.dictionary, account, site, [newEvent(), newEvent()]);
  const byAccount = await order(() => storeByAccount(world.db.ingest, rows, 3000));
  const purging = await order(() => purgeEvents(world, { account, site }));
  for (const name of tables) await world.db.work.query(`drop trigger note on ${name}`);
  expect(storing).toEqual(['event', 'tail_head', 'accepted_day', 'kept_day', 'accepted', 'kept']);
  expect(byAccount).toEqual(storing);
  expect(purging).toEqual(storing.filter((name) => purging.includes(name)));
  expect(purging).toEqual(['event', 'kept_day', 'kept']);
});
