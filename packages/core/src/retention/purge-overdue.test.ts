import { inAllRun } from '@goal/db/testing';
import { expect, test } from 'vitest';

import { dayMs, daysKept, ownRetentionWorld, type Figure } from '../../test/retention-world.ts';
import { findOverdue } from './find-overdue.ts';
import { confirmRetention, findHold } from './hold.ts';
import { purgeOverdue } from './purge-overdue.ts';

const actor = { kind: 'cli', name: 'test' } as const;

inAllRun(() => {
  test('R§9.2 each of 90 daily runs leaves exactly the events that the retentions and grace periods keep, with right counters', async () => {
    const { core, newSite, setFigure, fill, occurredOf, expectTrueCounters } = await ownRetentionWorld();
    const start = Date.UTC(2026, 2, 1);
    const on = (day: number): number => start + day * dayMs;
    const lives: [what: string, figures: Figure[]][] = [
      ['short', [{ from: -Infinity, days: 7 }]],
      ['middling', [{ from: -Infinity, days: 30 }]],
      ['reseller', [{ from: -Infinity, days: null }]],
      [
        'shorter, and longer again within the grace period',
        [
          { from: -Infinity, days: 90 },
          { from: on(20), days: 7 },
          { from: on(25), days: 30 },
        ],
      ],
      [
        'shorter twice',
        [
          { from: -Infinity, days: 60 },
          { from: on(10), days: 30 },
          { from: on(15), days: 7 },
        ],
      ],
      [
        'flag off',
        [
          { from: -Infinity, days: null },
          { from: on(40), days: 30 },
        ],
      ],
      [
        'flag off and on within the grace period',
        [
          { from: -Infinity, days: null },
          { from: on(40), days: 30 },
          { from: on(50), days: null },
        ],
      ],
    ];
    const sites = [];
    for (const [what, figures] of lives) {
      const place = await newSite();
      const [first] = figures;
      if (first !== undefined) await setFigure(place, undefined, first);
      sites.push({ what, figures, ...place, left: await fill(place, on(-120), 215) });
    }
    for (let day = 0; day <= 90; day += 1) {
      const now = on(day) + 13 * 3_600_000;
      for (const site of sites)
        for (const [place, figure] of site.figures.entries())
          if (figure.from === on(day)) await setFigure(site, site.figures[place - 1], figure);
      const expected = sites.map((site) => {
        const days = daysKept(site.figures, now, 14);
        const left = days === null ? site.left : site.left.filter((time) => time >= now - days * dayMs);
        return { ...site, left };
      });
      const due = sites.reduce((sum, { left }, at) => sum + left.length - (expected[at]?.left.length ?? 0), 0);
      const seen = await findOverdue(core(), { now: new Date(now) });
      expect(seen.events).toBe(due);
      expect(await purgeOverdue(core(), { now: new Date(now), share: 1 })).toMatchObject({
        events: due,
        sites: seen.sites,
      });
      const stored = await occurredOf();
      for (const { what, site, left } of expected) expect(stored.get(site), `${what}, day ${day}`).toEqual(left);
      for (const [at, { left }] of expected.entries()) sites[at]?.left.splice(0, Infinity, ...left);
    }
    await expectTrueCounters();
  });
});

test('R§9.2 without a grace period a retention applies at once, and events of a reseller are never deleted (I§2.R4)', async () => {
  const { core, newSite, setFigure, fill, occurredOf, expectTrueCounters } = await ownRetentionWorld();
  const now = new Date();
  const [plain, reseller] = [await newSite(), await newSite()];
  for (const place of [plain, reseller]) await setFigure(place, undefined, { from: 0, days: 365 });
  await fill(plain, now.getTime() - 40 * dayMs, 40);
  const kept = await fill(reseller, now.getTime() - 40 * dayMs, 40);
  const before = { from: 0, days: 365 };
  await setFigure(plain, before, { from: now.getTime(), days: 7 });
  await setFigure(reseller, before, { from: now.getTime(), days: null });
  expect(await purgeOverdue(core())).toMatchObject({ events: 0 });
  expect(await purgeOverdue(core(0))).toEqual({ events: 33, sites: 1 });
  expect((await occurredOf()).get(reseller.site)).toEqual(kept);
  await expectTrueCounters();
});

inAllRun(() => {
  test('a pass whose last one was 90 days ago deletes nothing and says so until an operator confirms, which is recorded', async () => {
    const world = await ownRetentionWorld();
    const { core, newSite, setFigure, fill, occurredOf } = world;
    const place = await newSite();
    await setFigure(place, undefined, { from: 0, days: 7 });
    const now = Date.now();
    const times = await fill(place, now - 20 * dayMs, 20);
    const early = new Date(now - 90 * dayMs);
    // The very first pass is not a jump.
    expect(await purgeOverdue(core(), { now: early })).toMatchObject({ events: 0 });
    for (let again = 0; again < 2; again += 1)
      expect(await purgeOverdue(core())).toEqual({ hold: { reason: 'silence', since: early } });
    expect((await occurredOf()).get(place.site)).toEqual(times);
    const overdue = await findOverdue(core());
    expect(overdue).toEqual({ events: 13, sites: 1, oldestDay: new Date(times[0] ?? 0).toISOString().slice(0, 10) });
    expect(await confirmRetention(core(), actor, overdue)).toEqual({ reason: 'silence', since: early });
    expect(await confirmRetention(core(), actor, overdue)).toBeUndefined();
    expect(await world.db.prisma.action.findMany({ where: { action: 'retention.confirm' } })).toMatchObject([
      { actorKind: 'cli', detail: { reason: 'silence', events: 13, oldest_day: overdue.oldestDay } },
    ]);
    expect(await purgeOverdue(core())).toEqual({ events: 13, sites: 1 });
  });
});

test('a database that is not the one of the last pass, such as a restored copy, is not purged until an operator confirms', async () => {
  const world = await ownRetentionWorld();
  const { core } = world;
  expect(await purgeOverdue(core())).toMatchObject({ events: 0 });
  expect(await findHold(core())).toBeUndefined();
  await world.db.work.query(`update retention_state set identity = 'another'`);
  expect(await purgeOverdue(core())).toMatchObject({ hold: { reason: 'another database' } });
  await confirmRetention(core(), actor, await findOverdue(core()));
  expect(await purgeOverdue(core())).toMatchObject({ events: 0 });
});

inAllRun(() => {
  test('a pass 6 days after the last one is not a jump, and one slightly more than 7 days after it is', async () => {
    const { core } = await ownRetentionWorld();
    const start = Date.UTC(2026, 0, 1);
    const at = (ms: number) => purgeOverdue(core(), { now: new Date(start + ms) });
    expect(await at(0)).toHaveProperty('events');
    expect(await at(6 * dayMs)).toHaveProperty('events');
    expect(await at(13 * dayMs)).toHaveProperty('events');
    expect(await at(20 * dayMs + 1)).toHaveProperty('hold');
    // Correcting the clock ends the hold.
    expect(await at(14 * dayMs)).toHaveProperty('events');
  });

  test('a clock that jumps during a pass ends it, and the pass has judged all deleted events by the time before the jump', async () => {
    for (const after of [1, 2]) {
      const { core, newSite, setFigure, fill, occurredOf } = await ownRetentionWorld();
      const start = Date.now();
      const places = [await newSite(), await newSite()];
      for (const place of places) {
        await setFigure(place, undefined, { from: 0, days: 7 });
        await fill(place, start - 20 * dayMs, 20);
      }
      let reads = 0;
      const jumping = {
        renewalMs: 0,
        get now() {
          reads += 1;
          return new Date(reads <= after ? start : start + 90 * dayMs);
        },
      };
      expect(await purgeOverdue(core(), jumping)).toEqual({ hold: { reason: 'silence', since: new Date(start) } });
      for (const { site } of places) expect((await occurredOf()).get(site)?.length).toBeGreaterThanOrEqual(7);
      await purgeOverdue(core());
      for (const { site } of places) expect((await occurredOf()).get(site)).toHaveLength(7);
    }
  });

  test('a site that cannot be purged does not stop the others, and the pass reports it at its end', async () => {
    const world = await ownRetentionWorld();
    const { core, newSite, setFigure, fill, occurredOf } = world;
    const now = Date.now();
    const places = [await newSite(), await newSite(), await newSite()];
    for (const place of places) {
      await setFigure(place, undefined, { from: 0, days: 7 });
      await fill(place, now - 20 * dayMs, 20);
    }
    await world.db.work
      .query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger refuse before delete on event for each row when (old.site = ${places[0]?.site}) execute function refuse()`);
    try {
      await expect(purgeOverdue(core())).rejects.toThrow('broken');
    } finally {
      await world.db.work.query('drop trigger refuse on event; drop function refuse');
    }
    const stored = await occurredOf();
    expect(places.map(({ site }) => stored.get(site)?.length)).toEqual([20, 7, 7]);
    expect(await purgeOverdue(core())).toEqual({ events: 13, sites: 1 });
  });

  test('three concurrent workers share the work: each event is deleted once, none waits for another, and an account that becomes a reseller keeps its remaining events', async () => {
    const world = await ownRetentionWorld();
    const { newSite, setFigure, fill, occurredOf, expectTrueCounters } = world;
    const now = Date.now();
    const places = await Promise.all(Array.from({ length: 8 }, () => newSite()));
    for (const place of places) {
      await setFigure(place, undefined, { from: 0, days: 7 });
      await fill(place, now - 300 * dayMs, 300);
    }
    const others = [await world.another(), await world.another()];
    const dbs = [world.db, ...others.map(({ db }) => db)];
    const [late] = places;
    const passes = await Promise.all([
      ...dbs.map((db) => purgeOverdue({ db, settings: { retentionGraceDays: 14 } })),
      late === undefined ? undefined : setFigure(late, { from: 0, days: 7 }, { from: now, days: null }),
    ]);
    const deleted = passes.reduce((sum, pass) => sum + (pass !== undefined && 'events' in pass ? pass.events : 0), 0);
    const stored = await occurredOf();
    const left = places.map(({ site }) => stored.get(site)?.length ?? 0);
    expect(deleted).toBe(8 * 300 - left.reduce((sum, n) => sum + n, 0));
    expect(left.slice(1)).toEqual(Array.from({ length: 7 }, () => 7));
    await expectTrueCounters();
  });

  test('an aborted pass ends after its batch, and the next pass deletes the rest', async () => {
    const { core, newSite, setFigure, fill } = await ownRetentionWorld();
    const place = await newSite();
    await setFigure(place, undefined, { from: 0, days: 7 });
    const now = Date.now();
    await fill(place, now - 60 * dayMs, 60);
    expect(await purgeOverdue(core(), { signal: AbortSignal.abort() })).toMatchObject({ events: 0 });
    expect(await purgeOverdue(core())).toMatchObject({ events: 53 });
  });
});
