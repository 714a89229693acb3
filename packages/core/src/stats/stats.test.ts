import { severities } from '@goal/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, openWorld, storeAll, type EventWorld } from '../../test/event-world.ts';
import type { Core } from '../core.ts';
import { purgeEvents } from '../event/gone/purge-events.ts';
import { reclaimGone } from '../event/gone/reclaim-gone.ts';
import { activityOfAccount, activityOfSite } from './activity.ts';
import { addDays } from '../ground/day.ts';
import { keptOf } from './kept.ts';
import { listSilentSites, silencesOf } from './silent-sites.ts';
import { listTopCodes } from './top-codes.ts';
import { listTopSites } from './top-sites.ts';

let world: EventWorld;
let core: Core;
let today: string;
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
  const { rows } = await world.db.work.query<{ day: string }>(`select (now() at time zone 'utc')::date::text as day`);
  today = rows[0]?.day ?? '';
});
afterAll(() => world.close());

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
/** So many days ago, at the first moment of the UTC day. */
const ago = (days: number): number => Date.parse(addDays(today, -days));
const caller = (account: number) => ({ account: { rowId: account, id: '' } });
const none = { info: 0, low: 0, medium: 0, high: 0, critical: 0 };
const some = (days: Record<number, Partial<typeof none>>, range: number) =>
  upTo(range).map((at) => {
    const age = range - 1 - at;
    return { day: addDays(today, -age), ...none, ...days[age] };
  });

describe('activity', () => {
  test('every UTC day of the range has a row by severity; purged events and those of deleted sites do not show, reclaimed or not', async () => {
    const {
      account,
      sites: [site = 0, other = 0],
    } = await world.account(2);
    const at = (days: number, rest = {}) => newEvent({ occurredAt: ago(days), ...rest });
    const five = severities.map((severity) => at(1, { severity }));
    await storeAll(world, { account, site }, [...five, at(0), at(6), at(7), at(40), at(-1), at(200)]);
    await storeAll(world, { account, site }, five);
    await storeAll(world, { account, site: other }, [at(0, { severity: 'high' }), at(300)]);
    const each = { info: 1, low: 1, medium: 1, high: 1, critical: 1 };
    expect(await activityOfAccount(core, caller(account), 7)).toEqual({
      from: addDays(today, -6),
      to: today,
      days: some({ 0: { info: 1, high: 1 }, 1: each, 6: { info: 1 } }, 7),
      total: 8,
      kept: { events: 13, oldest_day: addDays(today, -300), kept_until: addDays(today, 65) },
    });
    const kept = { events: 11, oldest_day: addDays(today, -200), kept_until: addDays(today, 165) };
    const alone = some({ 0: { info: 1 }, 1: each, 6: { info: 1 }, 7: { info: 1 } }, 30);
    const ofSite = { from: addDays(today, -29), to: today, days: alone, total: 8, kept };
    const look = () => activityOfAccount(core, caller(account), 30);
    expect(await activityOfSite(core, caller(account), { rowId: site, id: '' }, 30)).toEqual(ofSite);
    await world.deleteSite(other);
    expect(await look()).toEqual(ofSite);
    await reclaimGone(world);
    expect(await look()).toEqual(ofSite);
    await purgeEvents(world, { account, site, olderThan: ago(6) });
    expect(await look()).toEqual({
      ...ofSite,
      days: some({ 0: { info: 1 }, 1: each, 6: { info: 1 } }, 30),
      total: 7,
      kept: { events: 8, oldest_day: addDays(today, -6), kept_until: addDays(today, 359) },
    });
  });

  test('R§9.2 kept until: by the retention of the site or plan, with the grace of one that became shorter; null: nothing is kept, or by a reseller', async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    const until = async () => [
      (await keptOf(core, caller(account))).kept_until,
      (await keptOf(core, caller(account), { rowId: site, id: '' })).kept_until,
    ];
    expect(await keptOf(core, caller(account))).toEqual({ events: 0, oldest_day: null, kept_until: null });
    await storeAll(world, { account, site }, [newEvent({ occurredAt: ago(100) })]);
    expect(await until()).toEqual([addDays(today, 265), addDays(today, 265)]);
    await world.db.work.query('update site set retention_days = 7 where no = $1', [site]);
    expect(await until()).toEqual([addDays(today, 265), addDays(today, -93)]);
    await world.db.work.query('insert into retention_cut (site_no, former_days) values ($1, 365)', [site]);
    expect(await until()).toEqual([addDays(today, 265), addDays(today, 14)]);
    expect(
      (await keptOf(coreOf(world, { retentionGraceDays: 0 }), caller(account), { rowId: site, id: '' })).kept_until,
    ).toBe(addDays(today, -93));
    await world.db.work.query('update account set is_reseller = true where no = $1', [account]);
    expect(await until()).toEqual([null, null]);
  });
});

describe('top sites', () => {
  test('by what was accepted on the days of the range, ten at most, of sites that exist', async () => {
    const { account, sites } = await world.account(13);
    expect(await listTopSites(core, caller(account), 7)).toEqual({
      from: addDays(today, -6),
      to: today,
      sites: [],
      total: 0,
    });
    await world.db.work.query(
      `insert into accepted (account, site, day, events, bytes) select $1, no, $2::date - d, place * 10, 1
       from unnest($3::int[]) with ordinality s(no, place), unnest(array[0, 6, 7]) d`,
      [account, today, sites.slice(0, 12)],
    );
    await world.deleteSite(sites[11] ?? 0);
    const { rows } = await world.db.work.query<{ id: string; domain: string }>(
      'select id, domain, name from site where no = any($1) order by no desc',
      [sites.slice(1, 11)],
    );
    expect(await listTopSites(core, caller(account), 7)).toEqual({
      from: addDays(today, -6),
      to: today,
      sites: rows.map(({ id, domain }, place) => ({ site_id: id, domain, name: null, events: (11 - place) * 20 })),
      total: 66 * 20,
    });
    expect((await listTopSites(core, caller(account), 30)).total).toBe(66 * 30);
  });
});

describe('top codes', () => {
  const fill = (account: number, site: number, events: number, code: string) =>
    world.db.work.query(
      `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
       select nextval('event_block') * 1024, $4::date::timestamp at time zone 'utc' - n * interval '1 second', ${code}, 1, $1, $2, 1, '', ''
       from generate_series(1, $3::int) n`,
      [account, site, events, today],
    );

  test('of the newest 20,000 events of the range, and it says whether these are all', async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    expect(await listTopCodes(core, caller(account), 7)).toMatchObject({ codes: [], counted: 0, complete: true });
    await storeAll(world, { account, site }, [
      newEvent({ code: 5, occurredAt: ago(-1) }),
      newEvent({ code: 6, occurredAt: ago(7) }),
      newEvent({ code: 7, occurredAt: ago(6) }),
    ]);
    await fill(account, site, 19_999, 'n % 2');
    const all = { from: addDays(today, -6), to: today, counted: 20_000, complete: true };
    const codes = [
      { code: 1, events: 10_000 },
      { code: 0, events: 9999 },
    ];
    expect(await listTopCodes(core, caller(account), 7)).toEqual({ ...all, codes: [...codes, { code: 7, events: 1 }] });
    await storeAll(world, { account, site }, [newEvent({ code: 8, occurredAt: ago(0) })]);
    expect(await listTopCodes(core, caller(account), 7)).toEqual({
      ...all,
      complete: false,
      codes: [...codes, { code: 8, events: 1 }],
    });
  });

  test('ten at most, the smaller code first of two alike; those of deleted sites are passed over', async () => {
    const {
      account,
      sites: [site = 0, gone = 0],
    } = await world.account(2);
    await fill(account, site, 24, 'n % 12');
    await fill(account, gone, 12_000, '99');
    await world.deleteSite(gone);
    expect(await listTopCodes(core, caller(account), 7)).toMatchObject({
      codes: upTo(10).map((code) => ({ code, events: 2 })),
      counted: 24,
      complete: true,
    });
  });
});

describe('silent sites', () => {
  const accepted = (account: number, site: number, ages: readonly number[]) =>
    world.db.work.query(
      'insert into accepted (account, site, day, events, bytes) select $1, $2, $3::date - age, 1, 1 from unnest($4::int[]) age',
      [account, site, today, ages],
    );
  const idOf = async (site: number): Promise<string> =>
    (await world.db.work.query<{ id: string }>('select id from site where no = $1', [site])).rows[0]?.id ?? '';

  test('active ones that used to send and stopped, the latest first; for one site the same', async () => {
    const { account, sites } = await world.account(7);
    const [daily = 0, seldom = 0, late = 0, paused = 0, revoked = 0, gone = 0, fresh = 0] = sites;
    const week = [9, 10, 11, 12, 13, 14, 15];
    await accepted(account, daily, week);
    await accepted(account, seldom, [5, 8, 11, 14, 17]);
    await accepted(account, late, [3, 4, 5, 6, 7]);
    for (const site of [paused, revoked, gone]) await accepted(account, site, week);
    await accepted(account, fresh, [2, 3, 4, 5, 6, 7]);
    await world.db.work.query(`update site set status = 'paused' where no = $1`, [paused]);
    await world.db.work.query(`update site set status = 'revoked' where no = $1`, [revoked]);
    await world.deleteSite(gone);
    const found = await listSilentSites(core, caller(account));
    expect(found.total).toBe(2);
    expect(found.sites).toMatchObject([
      { site_id: await idOf(late), last_day: addDays(today, -3), usual_gap_days: 1 },
      { site_id: await idOf(daily), last_day: addDays(today, -9), usual_gap_days: 1, name: null },
    ]);
    const judged = await silencesOf(core, caller(account), [
      ...[daily, seldom, late, fresh].map((rowId) => ({ rowId, status: 'active' })),
      { rowId: paused, status: 'paused' },
      { rowId: revoked, status: 'revoked' },
    ]);
    expect([...judged.keys()].toSorted((a, b) => a - b)).toEqual([daily, late]);
    const { sentence } = judged.get(daily) ?? {};
    expect(sentence).toMatch(
      /^Nothing since .* \(9 days\); before that never more than 1 day passed between events\.$/,
    );
    expect(found.sites[1]?.sentence).toBe(sentence);
  });

  test('a hundred are shown, all are counted', async () => {
    const { account, sites } = await world.account(105);
    for (const [place, site] of sites.entries())
      await accepted(
        account,
        site,
        upTo(5).map((age) => age + 3 + (place % 20)),
      );
    const found = await listSilentSites(core, caller(account));
    expect([found.sites.length, found.total]).toEqual([100, 105]);
    const days = found.sites.map((site) => site.last_day);
    expect(days).toEqual(days.toSorted().toReversed());
  });
});
