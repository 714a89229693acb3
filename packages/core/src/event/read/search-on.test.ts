import { randomUUID } from 'node:crypto';

import { accountEventsSearch, DomainError, siteEventsSearch } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { newEvent, openWorld, storeAll, type EventWorld } from '../../../test/event-world.ts';
import type { Core } from '../../core.ts';
import type { SiteCredential } from '../../credential/credential.ts';
import type { Caller } from '../../ground/caller.ts';
import { searchAccountEvents, searchSiteEvents, type SearchOnBounds } from './search-on.ts';
import { searchBounds } from './search-step.ts';

let world: EventWorld;
let core: Core;
let caller: Caller;
let site: { rowId: number; id: string };
let inGroup: { rowId: number; id: string };
let empty: { rowId: number };

const start = Date.UTC(2026, 4, 1);
/** 100 events; those of 4007 are the 1st, the 11th, … */
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
  const { account: rowId, sites } = await world.account(3);
  const { id } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId } });
  caller = { actor: { kind: 'account_key', name: 'test' }, account: { rowId, id } };
  const found = await world.db.prisma.site.findMany({ where: { rowId: { in: sites } }, orderBy: { rowId: 'asc' } });
  [site, inGroup] = [found[0] ?? expect.fail(), found[1] ?? expect.fail()];
  empty = found[2] ?? expect.fail();
  for (const { rowId: of } of [site, inGroup])
    await storeAll(
      world,
      { account: rowId, site: of },
      Array.from({ length: 100 }, (_, at) =>
        newEvent({ occurredAt: start + at * 1000, code: at % 10 === 0 ? 4007 : 1000, ip: at === 0 ? '::1' : null }),
      ),
    );
});
afterAll(() => world.close());

/** Steps of 10 rows that always end. */
const step = { ...searchBounds, candidates: 10, stride: 10, mergeRows: 10, mergeReads: 10, timeoutMs: -1 };
const endless: SearchOnBounds = { timeoutMs: Infinity, step };
const oneStep: SearchOnBounds = { timeoutMs: 0, step };

type Query = { site_id: string; code: number[]; limit?: number; q?: string; cursor?: string };
/** Searches the account, and counts how often the key was judged again. */
async function search(
  query: Query,
  bounds: SearchOnBounds,
  judge: (judged: number) => Promise<Caller> = () => Promise.resolve(caller),
  signal?: AbortSignal,
) {
  let judged = 0;
  const revalidate = (): Promise<Caller> => {
    judged += 1;
    return judge(judged);
  };
  const answer = await searchAccountEvents(
    core,
    caller,
    accountEventsSearch.parse(query),
    { revalidate, signal },
    bounds,
  );
  return { ...answer, judged };
}
const timesOf = ({ events }: { events: { occurred_at: string }[] }): number[] =>
  events.map(({ occurred_at: time }) => (Date.parse(time) - start) / 1000);

test('R§11.6 a search goes on until nothing further matches, and judges the key before each further step', async () => {
  const query = { site_id: site.id, code: [4007] };
  const answer = await search(query, endless);
  expect(timesOf(answer)).toEqual([90, 80, 70, 60, 50, 40, 30, 20, 10, 0]);
  // The last step finds that nothing is left.
  expect(answer).toMatchObject({ next_cursor: '', searched_back_to: null, judged: 10 });
  expect(answer.events.at(-1)).toMatchObject({ ip: '::1', site_id: site.id });
  expect(answer.events[0]).not.toHaveProperty('ip');
});

test('R§11.6 a search ends when limit is full, and its cursor goes on right behind', async () => {
  const query = { site_id: site.id, code: [4007], limit: 3 };
  const first = await search(query, endless);
  expect(timesOf(first)).toEqual([90, 80, 70]);
  expect(first).toMatchObject({ searched_back_to: new Date(start + 70_000).toISOString(), judged: 2 });
  const second = await search({ ...query, cursor: first.next_cursor }, endless);
  expect(timesOf(second)).toEqual([60, 50, 40]);
});

test('R§11.6 a search whose time is over says how far back it looked, and its cursor goes on there', async () => {
  const found: number[] = [];
  let cursor = '';
  for (let steps = 1; ; steps += 1) {
    const answer = await search({ site_id: site.id, code: [4007], q: 'CHANGED', cursor }, oneStep);
    expect(answer.judged).toBe(0);
    found.push(...timesOf(answer));
    cursor = answer.next_cursor;
    if (cursor === '') break;
    expect(answer.searched_back_to).toMatch(/^2026-05-01T00:0/);
    expect(steps).toBeLessThan(100);
  }
  expect(found).toEqual([90, 80, 70, 60, 50, 40, 30, 20, 10, 0]);
});

test('R§2.5 R§11.6 a key that is revoked while a search runs ends it', async () => {
  const judge = (judged: number): Promise<Caller> =>
    judged < 3 ? Promise.resolve(caller) : Promise.reject(new DomainError('invalid_token'));
  await expect(search({ site_id: site.id, code: [4007] }, endless, judge)).rejects.toMatchObject({
    code: 'invalid_token',
  });
  const key = { account: caller.account, site } as unknown as SiteCredential; // the verb reads no more of it
  let judged = 0;
  const revalidate = (): Promise<SiteCredential> => {
    judged += 1;
    return judged < 3 ? Promise.resolve(key) : Promise.reject(new DomainError('site_revoked'));
  };
  const query = siteEventsSearch.parse({ code: [4007] });
  await expect(searchSiteEvents(core, key, query, { revalidate, signal: undefined }, endless)).rejects.toMatchObject({
    code: 'site_revoked',
  });
  expect(judged).toBe(3);
});

test('R§11.6 a search sees the scope of each moment: a site that leaves the group is not found', async () => {
  const { rowId: accountRowId } = caller.account;
  const group = await world.db.prisma.group.create({ data: { accountRowId, name: randomUUID() } });
  const move = (groupRowId: number | null) =>
    world.db.prisma.site.update({ where: { rowId: inGroup.rowId }, data: { groupRowId } });
  await move(group.rowId);
  const ofGroup: Caller = { ...caller, group: { rowId: group.rowId, id: group.id } };
  const query = accountEventsSearch.parse({ site_id: inGroup.id, code: [4007] });
  let judged = 0;
  const revalidate = async (): Promise<Caller> => {
    judged += 1;
    if (judged === 2) await move(null);
    return ofGroup;
  };
  await expect(
    searchAccountEvents(core, ofGroup, query, { revalidate, signal: undefined }, endless),
  ).rejects.toMatchObject({ code: 'not_found' });
  expect(judged).toBe(2);
});

test('R§11.6 what a search has found of a site is not shown when the site leaves the group before the search ends', async () => {
  const { rowId: accountRowId } = caller.account;
  const group = await world.db.prisma.group.create({ data: { accountRowId, name: randomUUID() } });
  const move = (groupRowId: number | null) =>
    world.db.prisma.site.update({ where: { rowId: inGroup.rowId }, data: { groupRowId } });
  await world.db.prisma.site.update({ where: { rowId: site.rowId }, data: { groupRowId: group.rowId } });
  await move(group.rowId);
  const ofGroup: Caller = { ...caller, group: { rowId: group.rowId, id: group.id } };
  let judged = 0;
  const revalidate = async (): Promise<Caller> => {
    judged += 1;
    if (judged === 2) await move(null);
    return ofGroup;
  };
  const query = accountEventsSearch.parse({ code: [4007] });
  const { events } = await searchAccountEvents(core, ofGroup, query, { revalidate, signal: undefined }, endless);
  expect(judged).toBeGreaterThan(2);
  expect(events.map(({ site_id }) => site_id)).toEqual(Array.from({ length: 10 }, () => site.id));
});

test('R§6.4 R§11.6 a search of a group says how far back it looked by the time of an event of the group', async () => {
  const { rowId: accountRowId } = caller.account;
  const group = await world.db.prisma.group.create({ data: { accountRowId, name: randomUUID() } });
  await world.db.prisma.site.updateMany({
    where: { rowId: { in: [site.rowId, empty.rowId] } },
    data: { groupRowId: group.rowId },
  });
  const ofGroup: Caller = { ...caller, group: { rowId: group.rowId, id: group.id } };
  // The 11th row that the step reads is the 6th newest of the other site.
  const bounds = { timeoutMs: 0, step: { ...step, candidates: 1, stride: 11 } };
  const query = accountEventsSearch.parse({ code: [4007] });
  const lasting = { revalidate: () => Promise.resolve(ofGroup), signal: undefined };
  expect(await searchAccountEvents(core, ofGroup, query, lasting, bounds)).toMatchObject({
    events: [],
    searched_back_to: new Date(start + 95_000).toISOString(),
  });
});

test('R§11.6 a search ends when its reader leaves', async () => {
  const gone = new AbortController();
  const judge = (judged: number): Promise<Caller> => {
    if (judged === 2) gone.abort(new Error('the reader left'));
    return Promise.resolve(caller);
  };
  await expect(search({ site_id: site.id, code: [4007] }, endless, judge, gone.signal)).rejects.toThrow(
    'the reader left',
  );
});
