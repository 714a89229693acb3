import { attentionKinds, type AccountSort, type AttentionKind } from '@goal/contract';
import { until } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { planWith } from '../../test/plan-of.ts';
import { applySubscription } from '../billing/apply-subscription.ts';
import type { Core } from '../core.ts';
import type { Position } from '../ground/position.ts';
import { accountsStatement, type AccountFilter } from '../operator/account-search.ts';
import { listAccounts } from '../operator/list-accounts.ts';
import { takeTurn } from '../ground/take-turn.ts';
import { countUse } from './count-use.ts';
import { listAttention } from './list-attention.ts';
import { noteSilentSites } from './note-silent-sites.ts';

let world: EventWorld;
let core: Core;
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
});
afterAll(() => world.close());

const sql = (text: string, values: unknown[] = []) => world.db.work.query(text, values);
const today = `(now() at time zone 'utc')::date`;

/** Accounts with ties: account n has n / 3 events this month and n % 4 active sites. */
async function fill(count: number): Promise<void> {
  await sql(
    `with made as (
       insert into account (email, plan, created_at) select 'many-' || n || '@example.com', 'pro', now() - n * interval '1 minute'
       from generate_series(1, $1::int) n returning no, substr(email, 6, position('@' in email) - 6)::int as n),
     sites as (
       insert into site (account_no, domain, domain_scope, site_url, retention_days)
       select no, 'many-' || n || '-' || k || '.example.com', 0, 'https://x/', 7 from made, generate_series(1, n % 4) k)
     insert into accepted_day (account, day, events, bytes) select no, ${today}, n / 3, 0 from made where n >= 3`,
    [count],
  );
}

async function wholeList(filter: AccountFilter, between?: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  let after: Position | undefined;
  do {
    const { accounts, next } = await listAccounts(core, filter, { limit: 7, after });
    found.push(...accounts.map(({ email }) => email));
    after = next;
    await between?.();
  } while (after !== undefined);
  return found;
}

test('R§8.b11 accounts sorted by events or sites come most first and ties newest id first, each exactly once on any pages, whatever else changes', async () => {
  await fill(40);
  await countUse(core);
  for (const sort of ['events', 'sites'] satisfies AccountSort[]) {
    const { accounts } = await listAccounts(core, { sort }, { limit: 200 });
    const { rows } = await sql(
      `select a.email from account a join account_use u on u.account_no = a.no order by u.${sort} desc, a.no desc`,
    );
    const expected = (rows as { email: string }[]).map(({ email }) => email);
    expect(accounts.map(({ email }) => email)).toEqual(expected);
    expect(await wholeList({ sort })).toEqual(expected);
    // One account's figures change while the pages are read: every other comes exactly once.
    const [moving = ''] = expected.slice(20);
    const meanwhile = await wholeList({ sort }, async () => {
      await sql(
        `update account_use set events = (events + 20) % 40, sites = (sites + 2) % 4 where account_no = (select no from account where email = $1)`,
        [moving],
      );
    });
    expect(meanwhile.filter((email) => email !== moving)).toEqual(expected.filter((email) => email !== moving));
  }
  await countUse(core);
  const events = (await listAccounts(core, { sort: 'events' }, { limit: 3 })).accounts.map(
    (row) => row.events_this_month,
  );
  expect(events).toEqual([13, 13, 12]);
  expect((await listAccounts(core, {}, { limit: 1 })).accounts[0]).not.toHaveProperty('events_this_month');
  expect((await listAccounts(core, { sort: 'created' }, { limit: 1 })).accounts[0]).toHaveProperty('events_this_month');
});

test('R§8.b11 counting twice writes nothing, and searches and filters hold in every order', async () => {
  expect(await countUse(core)).toBe(0);
  const all = (filter: AccountFilter) => wholeList({ ...filter, sort: 'events' });
  expect((await all({ search: 'many-2' })).toSorted()).toEqual((await wholeList({ search: 'many-2' })).toSorted());
  expect(await all({ plan: 'pro', isReseller: true })).toEqual([]);
});

test('R§8.b11 each order of the list is read from an index, in that order', async () => {
  await sql(
    `insert into account (email, plan) select 'more-' || n || '@example.com', 'agency' from generate_series(1, 2000) n`,
  );
  await countUse(core);
  await sql('analyze account, account_use, site');
  for (const [filter, index] of [
    [{ sort: 'events' }, 'account_use_events_account_no_idx'],
    [{ sort: 'sites' }, 'account_use_sites_account_no_idx'],
    [{ sort: 'events', over: 'fair_use' }, 'account_use_over_fair_use_events_account_no_idx'],
  ] as const) {
    const plan = await planWith(
      world.db,
      accountsStatement(filter, { q: undefined, sought: undefined }, { limit: 50, after: { time: 5, id: 900 } }, 'all'),
    );
    const reads = plan.map((node) => node['Index Name']);
    expect(reads, JSON.stringify(filter)).toContain(index);
    expect(plan.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'plan')).toBe(false);
  }
});

async function made(): Promise<{ no: number; id: string; sites: number[] }> {
  const { account: no, sites } = await world.account(2);
  const { rows } = await sql('select id::text from account where no = $1', [no]);
  return { no, id: (rows as { id: string }[])[0]?.id ?? '', sites };
}
const found = async (kind: AttentionKind, id: string) =>
  (await listAttention(core, kind, { limit: 200 })).items.filter((one) => one.account_id === id);

test('R§8.b12 R§8.b17 an account over fair use or at its cap is listed once it is counted, and leaves with the act that settles it', async () => {
  const { no, id } = await made();
  await sql(`update account set plan = 'starter' where no = $1`, [no]);
  const { rows } = await sql(`select sites, fair_use_events from plan where slug = 'starter'`);
  const [plan] = rows as { sites: number; fair_use_events: number }[];
  const fairUse = plan?.fair_use_events ?? 0;
  await sql(
    `insert into site (account_no, domain, domain_scope, site_url, retention_days)
     select $1, 'cap-' || n || '.example.com', 0, 'https://x/', 7 from generate_series(3, $2) n`,
    [no, plan?.sites],
  );
  await sql(`insert into accepted_day (account, day, events, bytes) values ($1, ${today}, $2, 0)`, [no, fairUse + 1]);
  await countUse(core);
  expect(await found('over_fair_use', id)).toMatchObject([{ value: fairUse + 1, limit: fairUse, site_id: null }]);
  expect((await listAccounts(core, { over: 'fair_use' }, { limit: 9 })).accounts.map((one) => one.id)).toContain(id);
  expect(await found('at_cap', id)).toMatchObject([{ value: plan?.sites, limit: plan?.sites }]);
  for (const [slug, listed] of [
    ['starter', [id]],
    ['pro', []],
  ] as const) {
    const page = await listAttention(core, 'at_cap', { limit: 9, plan: slug });
    expect([page.items.map((one) => one.account_id), page.count], slug).toEqual([listed, listed.length]);
  }
  // Nothing is counted again: the plan itself settles both.
  await sql(`update account set plan = 'agency' where no = $1`, [no]);
  for (const kind of ['over_fair_use', 'at_cap'] as const) expect(await found(kind, id)).toEqual([]);
  expect((await listAccounts(core, { over: 'fair_use' }, { limit: 9 })).accounts).toEqual([]);
});

test('R§8.b12 a silent site is listed until it sends again or is paused; a refused one until an event is accepted', async () => {
  const { no, id, sites } = await made();
  const [site, other] = sites;
  await sql(
    `insert into accepted (account, site, day, events, bytes) select $1, s, ${today} - n, 1, 1 from unnest($2::int[]) s, generate_series(5, 15) n`,
    [no, [site, other]],
  );
  await noteSilentSites(core);
  await noteSilentSites(core);
  expect(await found('silent', id)).toMatchObject([
    { sentence: expect.stringContaining('Nothing since'), limit: null },
    { sentence: expect.stringContaining('before that never more than 1 day passed') },
  ]);
  await sql(`update site set status = 'paused' where no = $1`, [other]);
  await sql(
    `insert into site_arrival (site_no, last_accepted_at, last_refused_at, last_refusal) values ($1, now(), now() + interval '1 second', 'site paused')`,
    [site],
  );
  expect(await found('silent', id)).toEqual([]);
  expect(await found('refused', id)).toMatchObject([{ sentence: 'site paused', value: null }]);
  await sql(`update site_arrival set last_accepted_at = now() + interval '2 seconds' where site_no = $1`, [site]);
  expect(await found('refused', id)).toEqual([]);
  await sql(
    `update site_arrival set last_accepted_at = null, last_refused_at = now() - interval '25 hours' where site_no = $1`,
    [site],
  );
  expect(await found('refused', id)).toEqual([]);
  await sql(`insert into accepted (account, site, day, events, bytes) values ($1, $2, ${today}, 1, 1)`, [no, site]);
  await noteSilentSites(core);
  expect((await sql('select from silent_site where site_no = $1', [site])).rowCount).toBe(0);
});

test('R§8.b12 a payment that gives no plan is held until its subscription grants or ends; an older event changes nothing', async () => {
  const { id } = await made();
  const prices = new Map([['price_a', 'agency']]);
  const tell = (created: number, status: string, price = 'price_a', isPaused = false) =>
    applySubscription(core, prices, {
      id: `evt_${created}_${status}_${isPaused}`,
      created,
      isDeleted: false,
      subscription: { id: 'sub_1', created: 1, status, accountId: id, prices: [price], isCollectionPaused: isPaused },
    });
  const held = async () => (await found('held_payment', id)).map(({ sentence }) => sentence);
  expect(await tell(1000, 'past_due')).toBe('nothing');
  expect(await held()).toEqual(['The payment provider reports a subscription as past_due.']);
  await tell(999, 'active');
  expect(await held()).toHaveLength(1);
  await tell(1001, 'active');
  await tell(1000, 'past_due');
  expect(await held()).toEqual([]);
  expect(await tell(1002, 'active', 'price_of_nobody')).toBe('unknown price');
  expect(await held()).toEqual(['A subscription pays a price that belongs to no plan.']);
  await tell(1003, 'canceled');
  expect(await held()).toEqual([]);
  const paused = ['The payment provider collects no payment for a subscription; its plan stays.'];
  await tell(1005, 'active', 'price_a', true);
  expect(await held()).toEqual(paused);
  await tell(1004, 'active');
  expect(await held()).toEqual(paused);
  await tell(1005, 'active');
  await tell(1004, 'trialing', 'price_a', true);
  expect(await held()).toEqual([]);
});

test('R§8.b12 each list has pages without a gap or a repetition, and its count ends at 1,000', async () => {
  await sql(
    `insert into subscription (account_no, id, created_at, held_at, held_reason)
     select no, 'held_' || no, 1, '2026-01-01', 'past_due' from account order by no limit 1005`,
  );
  await sql(`update account_use set at_cap = true where account_no in (select account_no from account_use limit 9)`);
  for (const kind of attentionKinds) {
    const ids: string[] = [];
    let after: Position | undefined;
    do {
      const page = await listAttention(core, kind, { limit: 150, after });
      ids.push(...page.items.map((one) => one.site_id ?? one.account_id));
      after = page.next;
      if (kind === 'held_payment') expect(page).toMatchObject({ count: 1000, more: true });
    } while (after !== undefined);
    expect(new Set(ids).size, kind).toBe(ids.length);
    if (kind === 'held_payment') expect(ids).toHaveLength(1005);
  }
});

test('R§8.b16 of many instances one counts in each minute, whenever they ask; another work has turns of its own', async () => {
  const turns = async (): Promise<number> =>
    (await Promise.all(Array.from({ length: 6 }, () => takeTurn(core, 'use', 60)))).filter(Boolean).length;
  const begunAt = (interval: string) => sql(`update work_turn set begun_at = now() + interval '${interval}'`);
  expect(await turns()).toBe(1);
  expect(await turns()).toBe(0);
  expect(await takeTurn(core, 'silence', 3600)).toBe(true);
  await begunAt('-50 seconds');
  expect(await turns()).toBe(0);
  // Again and again, because the column keeps milliseconds and the clock has microseconds.
  for (let round = 0; round < 50; round += 1) {
    await begunAt('-55 seconds');
    expect(await turns()).toBe(1);
  }
  // The database's clock was set back.
  await begunAt('1 hour');
  expect(await turns()).toBe(1);
});

test('an instance that waits while another one takes its turn has none', async () => {
  const another = await world.db.work.connect();
  try {
    await another.query('begin');
    await another.query(`update work_turn set begun_at = begun_at - interval '1 hour' where work = 'use'`);
    const waits = takeTurn(core, 'use', 60);
    await until(async () => {
      const { rowCount } = await sql(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    await another.query(`update work_turn set begun_at = clock_timestamp() where work = 'use'`);
    await another.query('commit');
    expect(await waits).toBe(false);
  } finally {
    another.release();
  }
});
