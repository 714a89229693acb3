import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, openWorld, type EventWorld } from '../../test/event-world.ts';
import type { Events } from '../core.ts';
import { setReseller } from '../account/set-reseller.ts';
import { setPlanLimits } from '../plan/set-plan-limits.ts';
import { purgeEvents } from '../event/gone/purge-events.ts';
import { storeRows } from '../event/store/store-row.ts';
import { runStore } from '../event/store/store-statement.ts';
import { storeEvents } from '../event/store/store-events.ts';
import { writeMissedMonthMails } from './write-missed-month-mails.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const actor = { kind: 'cli', name: 'test' } as const;
const figure = 100;
const setFigure = (events: number) =>
  world.db.work.query(`update plan set fair_use_events = $1 where slug = 'agency'`, [events]);
beforeEach(() => setFigure(figure));

type Place = { account: number; site: number };
async function newSite(): Promise<Place> {
  const { account, sites } = await world.account();
  const [site] = sites;
  if (site === undefined) throw new Error('an account without a site');
  return { account, site };
}
const send = (place: Place, count: number, by: Events = world) =>
  storeEvents(
    by,
    place,
    Array.from({ length: count }, () => newEvent()),
  );
/** The months for which the account has a mail, such as `2026-11-01`. */
async function mails({ account }: Place): Promise<string[]> {
  const { rows } = await world.db.work.query<{ month: string }>(
    `select month::text from mail where account_no = $1 and kind = 'fair_use' order by month`,
    [account],
  );
  return rows.map(({ month }) => month);
}
/** By the database's clock, which is the one that counts. */
async function thisMonth(): Promise<string> {
  const { rows } = await world.db.work.query<{ month: string }>(
    `select date_trunc('month', now() at time zone 'utc')::date::text as month`,
  );
  return rows[0]?.month ?? '';
}
/** Sets the counter of accepted events of an earlier day. */
const acceptedOn = ({ account }: Place, day: string, events: number) =>
  world.db.work.query(
    `insert into accepted_day (account, day, events, bytes) values ($1, ${day}, $2, 0)
     on conflict (account, day) do update set events = accepted_day.events + excluded.events`,
    [account, events],
  );
const today = `(now() at time zone 'utc')::date`;
const monthBegin = `date_trunc('month', now() at time zone 'utc')::date`;

test('R§9.3 the mail is written once, with the event that exceeds the figure and not with the one that reaches it', async () => {
  const place = await newSite();
  await send(place, figure - 1);
  await send(place, 1);
  expect(await mails(place)).toEqual([]);
  await send(place, 1);
  expect(await mails(place)).toEqual([await thisMonth()]);
  await send(place, 500);
  expect(await writeMissedMonthMails(world)).toBe(0);
  expect(await mails(place)).toEqual([await thisMonth()]);
});

test('R§9.3 a batch that exceeds the figure writes a mail for that account and for no other account of the statement', async () => {
  const [over, under, far] = [await newSite(), await newSite(), await newSite()];
  await send(far, figure + 1);
  await world.db.work.query('delete from mail where account_no = $1', [far.account]);
  const rowsOf = async ({ account, site }: Place, count: number) =>
    storeRows(
      world.events.dictionary,
      account,
      site,
      Array.from({ length: count }, () => newEvent()),
    );
  const rows = [await rowsOf(over, figure + 1), await rowsOf(under, figure), await rowsOf(far, 1)].flat();
  await runStore(world.db.ingest, rows, 3000);
  expect(await Promise.all([over, under, far].map(mails))).toEqual([[await thisMonth()], [], [await thisMonth()]]);
});

test('R§9.3 the mail commits and rolls back with the events', async () => {
  const place = await newSite();
  await send(place, figure);
  const rows = await storeRows(world.events.dictionary, place.account, place.site, [newEvent()]);
  const session = await world.db.ingest.connect();
  try {
    await session.query('begin');
    await runStore(session, rows, 3000);
    expect(await mails(place)).toEqual([]);
    await session.query('rollback');
    expect(await mails(place)).toEqual([]);
  } finally {
    session.release();
  }
  await runStore(world.db.ingest, rows, 3000);
  expect(await mails(place)).toHaveLength(1);
});

test('R§9.3 instances that exceed the figure at the same moment write one mail, and none before that', async () => {
  const others = [world, await world.another(), await world.another()];
  for (let round = 0; round < 10; round += 1) {
    const place = await newSite();
    await Promise.all(Array.from({ length: figure }, (_, at) => send(place, 1, others[at % 3])));
    expect(await mails(place)).toEqual([]);
    await Promise.all(others.map((other) => send(place, 60, other)));
    expect(await mails(place)).toEqual([await thisMonth()]);
  }
});

test('R§10.39 the mails at 80 % and at 100 % of the hard limit are written once each, and none at 80 % once 100 % is reached', async () => {
  const kindsOf = async ({ account }: Place): Promise<string[]> => {
    const text = `select kind from mail where account_no = $1 and kind <> 'fair_use' order by no`;
    return (await world.db.work.query<{ kind: string }>(text, [account])).rows.map(({ kind }) => kind);
  };
  const setLimit = (events: number | null) =>
    world.db.work.query(`update plan set hard_limit_events = $1 where slug = 'agency'`, [events]);
  const [steady, leaping, quiet, reseller] = [await newSite(), await newSite(), await newSite(), await newSite()];
  await world.db.work.query('update account set is_reseller = true where no = $1', [reseller.account]);
  // Of 99 events 79.2 are 80 %.
  await setLimit(99);
  try {
    await send(steady, 79);
    expect(await kindsOf(steady)).toEqual([]);
    await send(steady, 1);
    expect(await kindsOf(steady)).toEqual(['limit_near']);
    await send(steady, 18);
    expect(await kindsOf(steady)).toEqual(['limit_near']);
    await send(steady, 1);
    expect(await kindsOf(steady)).toEqual(['limit_near', 'limit_reached']);
    await expect(send(steady, 1)).rejects.toMatchObject({ code: 'monthly_limit' });
    expect(await kindsOf(steady)).toEqual(['limit_near', 'limit_reached']);
    for (const place of [leaping, reseller]) await send(place, 200);
    expect(await Promise.all([leaping, reseller].map(kindsOf))).toEqual([['limit_reached'], []]);
    await setLimit(null);
    await send(quiet, 85);
    expect(await kindsOf(quiet)).toEqual([]);
    await setLimit(99);
    await writeMissedMonthMails(world);
    expect(await kindsOf(quiet)).toEqual(['limit_near']);
    expect(await writeMissedMonthMails(world)).toBe(0);
  } finally {
    await setLimit(null);
  }
});

test('R§9.3 duplicates do not count, and deleted events still do', async () => {
  const place = await newSite();
  const events = Array.from({ length: 60 }, () => newEvent());
  for (let again = 0; again < 3; again += 1) await storeEvents(world, place, [...events, ...events]);
  expect(await mails(place)).toEqual([]);
  await purgeEvents(world, place);
  await send(place, 40);
  expect(await mails(place)).toEqual([]);
  await purgeEvents(world, place);
  await send(place, 1);
  expect(await mails(place)).toHaveLength(1);
});

test('R§9.3 each month counts by itself: events accepted on its earlier days count, and those of the month before do not', async () => {
  const [before, within] = [await newSite(), await newSite()];
  await acceptedOn(before, `${monthBegin} - 1`, 1000);
  await send(before, figure);
  expect(await writeMissedMonthMails(world)).toBe(0);
  expect(await mails(before)).toEqual([]);
  // On the first day of a month this is today's own counter.
  await acceptedOn(within, monthBegin, figure);
  await send(within, 1);
  expect(await mails(within)).toEqual([await thisMonth()]);
  // A mail for last month does not prevent one for this month.
  await world.db.work.query(
    `insert into mail (account_no, kind, month) values ($1, 'fair_use', ${monthBegin} - interval '1 month')`,
    [before.account],
  );
  await send(before, 1);
  expect(await mails(before)).toHaveLength(2);
});

test('R§9.3 R§4.3 a reseller gets no mail; once the flag is off the month counts, with the next event or the hourly check', async () => {
  const core = coreOf(world);
  const reseller = async () => {
    const place = await newSite();
    const { rows } = await world.db.work.query<{ id: string }>('select id::text from account where no = $1', [
      place.account,
    ]);
    const caller = { actor, account: { rowId: place.account, id: rows[0]?.id ?? '' } };
    await setReseller(core, caller, true);
    await send(place, figure + 1);
    expect(await mails(place)).toEqual([]);
    return { ...place, off: () => setReseller(core, caller, false), on: () => setReseller(core, caller, true) };
  };
  const [quiet, busy, again] = [await reseller(), await reseller(), await reseller()];
  expect(await writeMissedMonthMails(world)).toBe(0);
  for (const one of [quiet, busy, again]) await one.off();
  await again.on();
  await send(busy, 1);
  await send(again, 1);
  expect(await mails(busy)).toHaveLength(1);
  expect(await writeMissedMonthMails(world)).toBe(1);
  expect(await mails(quiet)).toHaveLength(1);
  expect(await mails(again)).toEqual([]);
});

test('R§9.3 a figure that is raised within the month counts at once, and a lowered one with the next event or the hourly check', async () => {
  const core = coreOf(world);
  const set = (events: number) => setPlanLimits(core, actor, 'agency', { fair_use_events: events });
  const [raised, lowered, quiet] = [await newSite(), await newSite(), await newSite()];
  await send(raised, figure);
  await set(300);
  await send(raised, 200);
  expect(await mails(raised)).toEqual([]);
  await send(raised, 1);
  expect(await mails(raised)).toHaveLength(1);
  for (const place of [lowered, quiet]) await send(place, 50);
  await set(20);
  await send(lowered, 1);
  expect([await mails(lowered), await mails(quiet)].map((all) => all.length)).toEqual([1, 0]);
  await writeMissedMonthMails(world);
  expect(await mails(quiet)).toHaveLength(1);
});

test('R§9.3 a copy of the database writes a mail with the same id, and no mail of another account has that id', async () => {
  const [place, other] = [await newSite(), await newSite()];
  const idOf = async ({ account }: Place) =>
    (await world.db.work.query<{ id: string }>('select id::text from mail where account_no = $1', [account])).rows[0]
      ?.id;
  const forget = () => world.db.work.query('delete from mail where account_no = $1', [place.account]);
  await send(place, figure + 1);
  await send(other, figure + 1);
  const id = await idOf(place);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf(other)).not.toBe(id);
  await forget();
  await send(place, 1);
  expect(await idOf(place)).toBe(id);
  await forget();
  expect(await writeMissedMonthMails(world)).toBe(1);
  expect(await idOf(place)).toBe(id);
});

test('storing events succeeds although an account is deleted at the same time', async () => {
  const [gone, other] = [await newSite(), await newSite()];
  const rowsOf = async ({ account, site }: Place) =>
    storeRows(
      world.events.dictionary,
      account,
      site,
      Array.from({ length: figure + 1 }, () => newEvent()),
    );
  const rows = [...(await rowsOf(gone)), ...(await rowsOf(other))];
  const session = await world.db.work.connect();
  try {
    await session.query('begin');
    await session.query('delete from account where no = $1', [gone.account]);
    const storing = runStore(world.db.ingest, rows, 3000);
    await expect
      .poll(async () => (await world.db.lookups.query(`select from pg_locks where not granted`)).rowCount)
      .toBeGreaterThan(0);
    await session.query('commit');
    expect(await storing).toBe('all');
  } finally {
    session.release();
  }
  expect(await mails(other)).toHaveLength(1);
});

test('the hourly check finds what a transaction over midnight has missed', async () => {
  const place = await newSite();
  await send(place, 1);
  // Stands for another transaction, which began before midnight and committed after this one had
  // read.
  await acceptedOn(place, today, figure);
  expect(await mails(place)).toEqual([]);
  expect(await writeMissedMonthMails(world)).toBe(1);
  expect(await mails(place)).toHaveLength(1);
});
