import { withValues } from '@goal/db';
import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../../test/event-world.ts';
import { planInlined, planOf, type Node } from '../../../test/plan-of.ts';
import { groupMasks, summaryMerge, summaryScan, usernames } from '../../summary/statements.ts';
import { tailEvents } from '../../tail/statements.ts';
import { conditionValues, type ConditionGroups, type FilterValues } from './filter.ts';
import { detailById, mergeStep, plainPage, searchStep, spanStep } from './page-statements.ts';
import type { Order } from '../../ground/position.ts';
import { purgeText } from '../gone/purge-events.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** How the statement reaches events: each pair of scan and index once. */
function eventScans(plan: Node[]): string[] {
  const scans = plan
    .filter((node) => node['Relation Name'] === 'event')
    .map((node) => [node['Node Type'], node['Index Name']].filter(Boolean).join(' '));
  return [...new Set(scans)].sort();
}

const [bySite, byAccount, byId] = ['event_site_page', 'event_account_page', 'event_pkey'];
/** Each combination of groups of conditions. */
const groups = [false, true].flatMap((hasExclusions) =>
  [false, true].map((readsEvent): ConditionGroups => ({ hasExclusions, readsEvent })),
);
/** A statement, its scans of events, and whether it may sort. */
type Expected = [{ name: string; text: string }, string[], mayOrder?: boolean];

/** A scan that reads events finds them in the order of its index. */
const scansOf = ({ readsEvent }: ConditionGroups, index: string): string[] =>
  [`Index Only Scan ${index}`, `Index Scan ${byId}`, ...(readsEvent ? [`Index Scan ${index}`] : [])].sort();

const lists = (order: Order): Expected[] => [
  [plainPage('site', order), [`Index Scan ${bySite}`]],
  [plainPage('account', order), [`Index Scan ${byAccount}`]],
  ...groups.flatMap((each): Expected[] => [
    [searchStep('site', each, order), scansOf(each, bySite)],
    [searchStep('account', each, order), scansOf(each, byAccount)],
    [searchStep('only', each, order), [`Index Only Scan ${byAccount}`, `Index Scan ${byId}`]],
    [searchStep('except', each, order), [`Index Only Scan ${byAccount}`, `Index Scan ${byId}`]],
    // A merge sorts what it combines; what it reads comes in the order of the index.
    [mergeStep(each, order), [`Index Only Scan ${bySite}`, `Index Scan ${byId}`], true],
    [spanStep(each, order), [`Index Only Scan ${bySite}`, `Index Scan ${byId}`], true],
  ]),
];
/** Groups by everything that a summary can group by. */
const everyKey = Object.values(groupMasks).reduce((all, bit) => all | bit, 0);
/**
 * Summaries read the index alone, and the event for words, and for a text that no dictionary has.
 */
const countsBy = (keyMask: number): Expected[] =>
  groups.flatMap((each): Expected[] => {
    const readsEvent = each.readsEvent || (keyMask & (groupMasks.object | groupMasks.eventType)) > 0;
    const scans = (index: string) => [`Index Only Scan ${index}`, ...(readsEvent ? [`Index Scan ${byId}`] : [])];
    return [
      [summaryScan('site', each, keyMask), scans(bySite)],
      [summaryScan('account', each, keyMask), scans(byAccount)],
      [summaryScan('only', each, keyMask), scans(byAccount)],
      [summaryScan('except', each, keyMask), scans(byAccount)],
      [summaryMerge('merge', each, keyMask), scans(bySite), true],
      [summaryMerge('span', each, keyMask), scans(bySite), true],
    ];
  });
const counts = countsBy(everyKey);
const expected = [
  ...lists('desc'),
  ...counts,
  [usernames, [`Index Scan ${byId}`]],
  ...lists('asc'),
  [detailById, [`Index Scan ${byId}`]],
  ...groups.map((each): Expected => [tailEvents(each), [`Index Scan ${byId}`], true]),
  [{ name: 'purge', text: purgeText }, [`Index Scan ${bySite}`, 'ModifyTable', 'Tid Scan'], true],
] satisfies Expected[];

async function checkAll(): Promise<void> {
  await checkExported();
  await checkEach(expected);
}

async function checkEach(all: Expected[]): Promise<void> {
  for (const [statement, scans, mayOrder = false] of all) {
    const plan = await planOf(world.db, statement.text);
    expect([statement.name, eventScans(plan)]).toEqual([statement.name, scans]);
    if (!mayOrder)
      expect([statement.name, plan.map((node) => node['Node Type']).filter((type) => type.includes('Sort'))]).toEqual([
        statement.name,
        [],
      ]);
    if (bounded.has(statement.name) || statement.name.startsWith('summary')) expectBounded(statement.name, plan);
  }
}

/** The searches and summaries: however few events match, each statement reads a bounded number. */
const bounded = new Set([...lists('desc'), ...lists('asc')].map(([{ name }]) => name));

/**
 * Every scan of events stands under the limit that bounds it, and the words that a filter leaves
 * out come from the dictionary's index.
 */
function expectBounded(name: string, plan: Node[]): void {
  for (const node of plan) {
    if (node['Relation Name'] === 'event') expect([name, node.above]).toEqual([name, 'Limit']);
    if (node['Relation Name'] === 'dictionary') expect([name, node['Node Type']]).toEqual([name, 'Index Scan']);
  }
}

/**
 * Values for each page statement: a position in the middle, conditions that are set, and one or
 * several sites.
 */
const values: FilterValues = {
  index: [[1, 2], 1, [1], 3, 4],
  exclusions: [[3], ['object'], ['type']],
  event: ['object', 'type', ['%word%'], 'name', ['other'], '203.0.113.0/24', ['object'], ['type']],
  isEmpty: false,
};
const valuesOf = ({ hasExclusions, readsEvent }: ConditionGroups): unknown[] =>
  conditionValues({
    ...values,
    exclusions: hasExclusions ? values.exclusions : null,
    event: readsEvent ? values.event : null,
  });
const page = [1, '2026-01-01T00:00:00Z', 5000, '2020-01-01T00:00:00Z', 500];
const exported = (order: Order): [{ name: string; text: string }, unknown[]][] => [
  [plainPage('site', order), [...page, 1]],
  [plainPage('account', order), page],
  ...(['site', 'account', 'only', 'except'] as const).flatMap((kind): [{ name: string; text: string }, unknown[]][] => {
    const sites = kind === 'site' ? [1] : kind === 'account' ? [] : [[1, 2, 3]];
    return groups.map((each) => [searchStep(kind, each, order), [...page, 10, ...valuesOf(each), ...sites]]);
  }),
  ...groups.map((each): [{ name: string; text: string }, unknown[]] => [
    mergeStep(each, order),
    [...page, 10, ...valuesOf(each), [1, 2, 3], 3, 1000],
  ]),
  ...groups.map((each): [{ name: string; text: string }, unknown[]] => [
    spanStep(each, order),
    [...page, 10, ...valuesOf(each), [1, 2, 3]],
  ]),
];

/** Exports write the values into the statement, so each one is planned for its values. */
async function checkExported(): Promise<void> {
  for (const [{ name, text }, values] of [...exported('desc'), ...exported('asc')]) {
    const [, scans] = expected.find(([statement]) => statement.name === name) ?? [];
    expect([name, eventScans(await planInlined(world.db, withValues(text, values)))]).toEqual([name, scans]);
  }
}

const fill = (events: number, sites: number): Promise<unknown> =>
  world.db.work.query(
    `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
     select nextval('event_block'), now() - n * interval '1 second', n % 7, 1, 1 + (n % 3) / 2, 1 + n % $2::int, 1, 'u', 'm' from generate_series(1, $1::int) n`,
    [events, sites],
  );

/** The states follow each other: each test starts with the table of the one before. */
describe.sequential('R§6.4 each statement on events takes the one index that gives its order, and sorts nothing', () => {
  test('on an empty table that was never analysed', checkAll);
  inAllRun(() => {
    test('on an empty table that was analysed', async () => {
      await world.db.work.query('analyze event');
      await checkAll();
    });
  });
  test('on a few events, with the statistics of an empty table', async () => {
    await fill(5, 1);
    await checkAll();
  });
  test('on a few events that were analysed', async () => {
    await world.db.work.query('analyze event');
    await checkAll();
  });
  inAllRun(() => {
    test('on many events, with the statistics of a few', async () => {
      await fill(30_000, 400);
      await checkAll();
    });
  });
  test('on many events that were analysed', async () => {
    await world.db.work.query('vacuum analyze event');
    await checkAll();
    await checkEach(Object.values(groupMasks).flatMap(countsBy));
  });
  inAllRun(() => {
    test('on many events, beside thousands of accounts that have few', async () => {
      await world.db.work.query(
        `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
       select nextval('event_block'), now(), 1, 1, 1000 + n / 3, 1000 + n / 3, 1, 'u', 'm' from generate_series(1, 6000) n`,
      );
      await world.db.work.query('vacuum analyze event');
      await checkAll();
    });
    test('on many events of which nearly all belong to one site', async () => {
      await fill(30_000, 1);
      await world.db.work.query('analyze event');
      await checkAll();
    });
  });
});
