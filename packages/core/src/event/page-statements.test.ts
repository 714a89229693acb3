import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { planOf, type Node } from '../../test/plan-of.ts';
import { tailEvents } from '../tail/statements.ts';
import { detailById, mergeStep, plainPage, searchStep } from './page-statements.ts';
import type { Order } from './position.ts';
import { purgeText } from './purge-events.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** How the statement reaches events: kind of scan and index, each once. */
function eventScans(plan: Node[]): string[] {
  const scans = plan
    .filter((node) => node['Relation Name'] === 'event')
    .map((node) => [node['Node Type'], node['Index Name']].filter(Boolean).join(' '));
  return [...new Set(scans)].sort();
}

const [bySite, byAccount, byId] = ['event_site_page', 'event_account_page', 'event_pkey'];
const lists = (order: Order): [{ name: string; text: string }, string[], mayOrder?: boolean][] => [
  [plainPage('site', order), [`Index Scan ${bySite}`]],
  [plainPage('account', order), [`Index Scan ${byAccount}`]],
  [searchStep('site', false, order), [`Index Only Scan ${bySite}`, `Index Scan ${byId}`]],
  [searchStep('site', true, order), [`Index Only Scan ${bySite}`, `Index Scan ${byId}`, `Index Scan ${bySite}`]],
  [searchStep('account', false, order), [`Index Only Scan ${byAccount}`, `Index Scan ${byId}`]],
  [
    searchStep('account', true, order),
    [`Index Only Scan ${byAccount}`, `Index Scan ${byAccount}`, `Index Scan ${byId}`],
  ],
  [searchStep('only', false, order), [`Index Only Scan ${byAccount}`, `Index Scan ${byId}`]],
  [searchStep('only', true, order), [`Index Only Scan ${byAccount}`, `Index Scan ${byId}`]],
  [searchStep('except', false, order), [`Index Only Scan ${byAccount}`, `Index Scan ${byId}`]],
  [searchStep('except', true, order), [`Index Only Scan ${byAccount}`, `Index Scan ${byId}`]],
  // What it merges it must order; what it reads comes in the order of the index.
  [mergeStep(false, order), [`Index Only Scan ${bySite}`, `Index Scan ${byId}`], true],
  [mergeStep(true, order), [`Index Only Scan ${bySite}`, `Index Scan ${byId}`], true],
];
const expected = [
  ...lists('desc'),
  ...lists('asc'),
  [detailById, [`Index Scan ${byId}`]],
  [tailEvents(false), [`Index Scan ${byId}`], true],
  [tailEvents(true), [`Index Scan ${byId}`], true],
  [{ name: 'purge', text: purgeText }, [`Index Scan ${bySite}`, 'ModifyTable', 'Tid Scan'], true],
] satisfies ReturnType<typeof lists>;

async function checkAll(): Promise<void> {
  for (const [statement, scans, mayOrder = false] of expected) {
    const plan = await planOf(world.db, statement.text);
    expect([statement.name, eventScans(plan)]).toEqual([statement.name, scans]);
    if (!mayOrder)
      expect([statement.name, plan.map((node) => node['Node Type']).filter((type) => type.includes('Sort'))]).toEqual([
        statement.name,
        [],
      ]);
  }
}

const fill = (events: number, sites: number): Promise<unknown> =>
  world.db.work.query(
    `insert into event (id, occurred_at, code, user_id, account, site, severity, username, message)
     select nextval('event_block'), now() - n * interval '1 second', n % 7, 1, 1 + (n % 3) / 2, 1 + n % $2::int, 1, 'u', 'm' from generate_series(1, $1::int) n`,
    [events, sites],
  );

/** One state after the other: each leaves the table as the next one finds it. */
describe.sequential('R§6.4 each statement on events takes the one index that gives its order, and sorts nothing', () => {
  test('on an empty table that was never analysed', checkAll);
  test('on an empty table that was analysed', async () => {
    await world.db.work.query('analyze event');
    await checkAll();
  });
  test('on a few events, with the statistics of an empty table', async () => {
    await fill(5, 1);
    await checkAll();
  });
  test('on a few events that were analysed', async () => {
    await world.db.work.query('analyze event');
    await checkAll();
  });
  test('on many events, with the statistics of a few', async () => {
    await fill(30_000, 400);
    await checkAll();
  });
  test('on many events that were analysed', async () => {
    await world.db.work.query('vacuum analyze event');
    await checkAll();
  });
  test('on many events of which nearly all belong to one site', async () => {
    await fill(30_000, 1);
    await world.db.work.query('analyze event');
    await checkAll();
  });
});
