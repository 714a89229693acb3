import { expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, one, ownWorld, storeAll, type EventWorld } from '../../test/event-world.ts';
import { workOnce } from '../worker/work-once.ts';
import { findOverdue } from './find-overdue.ts';
import { getRetention } from './get-retention.ts';
import { confirmRetention } from './hold.ts';
import { purgeOverdue } from './purge-overdue.ts';

const dayMs = 86_400_000;
const core = ({ db }: Pick<EventWorld, 'db'>) => ({ db, settings: { retentionGraceDays: 14 } });

type Place = { account: number; site: number };
/** Makes a site with a retention of 7 days, `overdue` expired events, and one that it keeps. */
async function siteWith(world: EventWorld, overdue: number): Promise<Place> {
  const { account, sites } = await world.account();
  const place = { account, site: sites[0] ?? expect.fail() };
  await world.db.work.query(`update account set plan = 'free' where no = $1`, [place.account]);
  await world.db.work.query('update site set retention_days = 7 where no = $1', [place.site]);
  const now = Date.now();
  const old = Array.from({ length: overdue }, (_, at) => newEvent({ occurredAt: now - 20 * dayMs + at }));
  await storeAll(world, place, [newEvent({ occurredAt: now - dayMs }), ...old]);
  return place;
}
const left = ({ db }: EventWorld, { account }: Place): Promise<number> =>
  one(db, 'select count(*) as value from event where account = $1', [account]);
/**
 * A session without timeouts, which takes a lock, may wait for it, and holds it until it is
 * released.
 */
async function session({ db }: EventWorld) {
  const own = await db.work.connect();
  await own.query(
    `begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0; set local lock_timeout = 0`,
  );
  return {
    take: (text: string, { site }: Place) => own.query(text, [site]),
    async letGo() {
      await own.query('commit');
      own.release();
    },
  };
}
const sessionsInLine =
  ({ db }: EventWorld) =>
  () =>
    one(
      db,
      `select count(*) as value from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
const often = { interval: 10 };

test('the end of a pass forgets old shortenings of a retention, but none that may still count', async () => {
  const world = await ownWorld();
  const [site] = (await world.account()).sites;
  const now = Date.now();
  const ago = (days: number): Date => new Date(now - days * dayMs);
  for (const days of [500, 401, 365, 1])
    await world.db.work.query('insert into retention_cut (site_no, at, former_days) values ($1, $2, 30)', [
      site,
      ago(days),
    ]);
  await purgeOverdue(core(world), { now: new Date(now) });
  const { rows } = await world.db.work.query('select at from retention_cut where site_no = $1 order by at', [site]);
  expect(rows).toEqual([{ at: ago(365) }, { at: ago(1) }]);
});

test('a pass rests after each site, even if one batch was enough for it, and meanwhile holds no lock that another pass needs', async () => {
  const world = await ownWorld();
  const places = [await siteWith(world, 5), await siteWith(world, 5), await siteWith(world, 5)] as const;
  const calledOff = new AbortController();
  // It rests a hundred thousand times as long as it works.
  const resting = purgeOverdue(core(world), { share: 1e-5, signal: calledOff.signal });
  await expect.poll(() => left(world, places[0]), often).toBe(1);
  expect(await purgeOverdue(core(await world.another()))).toEqual({ events: 10, sites: 2 });
  calledOff.abort();
  expect(await resting).toEqual({ events: 5, sites: 1 });
});

test('a site that somebody takes between two batches is finished at the end of the pass, and counts as one site', async () => {
  const world = await ownWorld();
  // More events than a batch.
  const taken = await siteWith(world, 5010);
  const last = await siteWith(world, 5);
  const counters = 'select from kept where site = $1 for update';
  const [first, second, other] = [await session(world), await session(world), await session(world)];
  await first.take(counters, taken);
  await second.take(counters, last);
  const pass = purgeOverdue(core(world), { share: 0.5 });
  await expect.poll(sessionsInLine(world), often).toBe(1);
  // The waiting session gets the site when the first batch commits.
  const takes = other.take('select from site where no = $1 for no key update', taken);
  await expect.poll(sessionsInLine(world), often).toBe(2);
  await first.letGo();
  await takes;
  expect(await left(world, taken)).toBe(11);
  // The pass has continued with the last site.
  await expect.poll(sessionsInLine(world), often).toBe(1);
  await other.letGo();
  await second.letGo();
  expect(await pass).toEqual({ events: 5015, sites: 2 });
  expect([await left(world, taken), await left(world, last)]).toEqual([1, 1]);
});

test('after a batch exceeds its timeout on a slow disk, batches become small and the pass completes', async () => {
  const world = await ownWorld();
  const place = await siteWith(world, 600);
  // Raises the error of a statement timeout, without waiting for it.
  await world.db.work.query(`create function be_slow() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 250 then raise 'too slow' using errcode = 'query_canceled'; end if; return null; end $$;
    create trigger be_slow after delete on event referencing old table as gone for each statement execute function be_slow()`);
  try {
    expect(await purgeOverdue(core(world), { share: 1 })).toEqual({ events: 600, sites: 1 });
  } finally {
    await world.db.work.query('drop trigger be_slow on event; drop function be_slow');
  }
  expect(await left(world, place)).toBe(1);
});

test('while retention is held back, tails keep positions that reach back too far; after the confirmation they do not', async () => {
  const world = await ownWorld();
  await purgeOverdue(core(world));
  const place = await siteWith(world, 5);
  await world.db.work.query(`update tail set at = now() - interval '31 days' where account = $1`, [place.account]);
  await world.db.work.query(`update retention_state set last_run_at = now() - interval '8 days'`);
  const round = () =>
    workOnce(coreOf(world), {
      log: { info: () => {}, warn: () => {}, error: () => {} },
      tailDays: 30,
      mailer: undefined,
      operatorEmail: undefined,
      dashboardUrl: '',
      signal: new AbortController().signal,
    });
  const positions = () => one(world.db, 'select count(*) as value from tail where account = $1', [place.account]);
  expect(await round()).toMatchObject({ held: { reason: 'silence' } });
  expect(await positions()).toBe(1);
  // The round has counted, so an operator can see what a confirmation would delete.
  const told = await getRetention(core(world));
  expect(told).toMatchObject({ held: { reason: 'silence' }, overdue: { events: 5, sites: 1 } });
  expect(told.overdue.counted_at).not.toBeNull();
  await confirmRetention(core(world), { kind: 'cli', name: 'test' }, await findOverdue(core(world)));
  expect(await round()).toMatchObject({ held: null, deleted: { events: 5 } });
  expect(await getRetention(core(world))).toMatchObject({
    held: null,
    overdue: { events: 0, sites: 0, oldest_day: null },
  });
  expect(await positions()).toBe(0);
});
