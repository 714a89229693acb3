import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { accountTailShape, summaryKeys } from '@goal/contract';
import { defaultSettings, getStatus, LastUses, openEventServices, workOnce } from '@goal/core';
import { distributedTables, openDatabase, serverName, startEmbedded } from '@goal/db';
import { copyFilledFolder } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeEvent, startService, type Account, type Site, type TestService } from './harness.ts';
import { operatorRoutes, fillPath, type PathIds } from './harness/routes.ts';
import { openSession } from './sessions.ts';
import { accessesOf, loggedSettings, planning, readStatements, type Access } from './statements/statement-log.ts';

let folder: string;
let embedded: Awaited<ReturnType<typeof startEmbedded>>;
let service: TestService;
/**
 * How each statement of the run reaches the tables laid out by account, by its name or its text.
 */
const accesses = new Map<string, Access[]>();

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'goal-statements-'));
  copyFilledFolder(folder);
  embedded = await startEmbedded({ dataDir: folder, settings: { fsync: 'off', ...loggedSettings } });
  service = await startService({ retentionGraceDays: 0 }, { url: embedded.url, drop: async () => {} });
  await useEverything();
  const session = await service.db.work.connect();
  await session.query(planning);
  for (const { name, text } of readStatements(folder, serverName)) {
    // An export is a page with its values inlined.
    const [, asked = text] = /^COPY \((.*)\) TO STDOUT$/s.exec(text) ?? [];
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(asked)) continue;
    const found = await accessesOf(session, asked, distributedTables);
    const key = asked !== text ? 'export' : name === '' ? text.replace(/\s+/g, ' ').slice(0, 90) : name;
    if (found.length > 0) accesses.set(key, [...(accesses.get(key) ?? []), ...found]);
  }
  session.release(true);
});
afterAll(async () => {
  await service.stop();
  await embedded.release();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Sends requests of every kind through every door, and runs one round of all background work.
 */
async function useEverything(): Promise<void> {
  const account = await service.makeAccount({ plan: 'agency' });
  const group = await service.makeGroup(account);
  const site = () => service.makeSite(account, { group_id: group.id });
  const [first, second, third] = [await site(), await site(), await site()];
  const groupKey = await service.makeGroupKey(account, group);
  const old = makeEvent({ occurred_at: new Date(Date.now() - 100 * 86_400_000).toISOString() });
  await first.call('POST', '/events', { body: makeEvent({ user_agent: 'agent' }) });
  for (const one of [first, second, third]) await service.ingest(one, [old, makeEvent(), makeEvent({ code: 1000 })]);
  const scopes = { group: group.id, groupToken: groupKey.key, site: first };
  await readEvents(account, scopes);
  await summarizeEvents(account, scopes);
  (await account.call('DELETE', `/sites/${third.id}`, { query: { confirm: 'true' } })).done();
  await readEvents(account, scopes);
  await summarizeEvents(account, scopes);
  await askOperatorDoors({ account: account.id, site: first.id, group_id: group.id });
  // Now the old events are past their retention.
  await service.setPlan(account, 'starter');
  await work();
  const gone = await service.makeAccount();
  await service.ingest(await service.makeSite(gone), [makeEvent()]);
  (await service.admin('DELETE', `/accounts/${gone.id}`, { query: { confirm: 'true' } })).done();
  for (const table of ['gone_site', 'gone_account'])
    await service.db.work.query(`update ${table} set deleted_at = deleted_at - interval '10 minutes'`);
  await work();
}

type Scopes = { group: string; groupToken: string; site: Site };

/** Asks for summaries by every key, with and without words, from events and from the counters. */
async function summarizeEvents(account: Account, { group, groupToken, site }: Scopes): Promise<void> {
  const owner = await openSession(service, account);
  const asked: object[] = [
    ...summaryKeys.flatMap((by) => [
      { by, tz: 'Europe/Berlin' },
      { by, q: 'prices' },
    ]),
    ...[{}, { not_code: [1000] }, { not_code: [1000], username: 'ada' }].map((filter) => ({
      ...filter,
      by: 'site,user',
    })),
    { by: 'day,severity' },
    { by: 'site', severity: ['low'] },
    ...[{}, { q: 'prices' }].map((filter) => ({ ...filter, by: 'code', buckets: 7 })),
  ];
  for (const query of asked) {
    for (const scope of [{}, { group_id: group }, { site_id: site.id }]) {
      const summary = { ...owner, root: true, query: { input: JSON.stringify({ ...query, ...scope }) } };
      expect((await service.call('GET', '/trpc/dashboard.events.summary', summary)).status).toBe(200);
    }
  }
  await account.call('GET', '/events/summary', { token: groupToken });
  await site.call('GET', '/events/summary');
}

async function readEvents(account: Account, { group, groupToken, site }: Scopes): Promise<void> {
  const filters = [
    {},
    { code: 1000 },
    { q: 'prices' },
    { object: 'post' },
    { user_id: 1, q: 'prices', severity: 'low' },
  ];
  for (const filter of filters) {
    for (const scope of [{}, { group_id: group }, { site_id: site.id }]) {
      await account.call('GET', '/events', { query: { ...filter, ...scope } });
      for (const order of ['asc', 'desc'])
        await account.call('GET', '/events/export', { query: { ...filter, ...scope, order } });
    }
    await account.call('GET', '/events', { token: groupToken, query: filter });
    await site.call('GET', '/events', { query: filter });
    await site.call('GET', '/events/export', { query: { ...filter, format: 'csv' } });
    const tail = await account.call('GET', '/events/tail', { query: { ...filter, after: 0 } });
    const { next_after: after, events } = tail.as(200, accountTailShape);
    await account.call('GET', '/events/tail', { token: groupToken, query: { after, wait: 1 } });
    await site.call('GET', '/events/tail', { query: { ...filter, after: 0 } });
    for (const { id } of events) await site.call('GET', `/events/${id}`);
  }
}

async function askOperatorDoors(ids: PathIds): Promise<void> {
  for (const { method, path: one, query = '' } of operatorRoutes) {
    if (method !== 'GET') continue;
    const filled = fillPath(one, ids);
    await service.call('GET', `${filled}${query === '' ? '' : `?${query}`}`, { token: service.adminWrite });
  }
}

/** As `goal worker --once` and `goal status` do. */
async function work(): Promise<void> {
  const db = openDatabase({ url: embedded.url, name: serverName });
  const events = await openEventServices(db);
  const settings = { ...defaultSettings, retentionGraceDays: 0 };
  const core = { db, events, uses: new LastUses(db), wakeReclaimer: () => {}, settings };
  await getStatus(core);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await workOnce(core, {
    log,
    tailDays: 30,
    mailer: undefined,
    dashboardUrl: '',
    signal: new AbortController().signal,
  });
  await events.close();
  await db.close();
}

/**
 * Returns whether the step is bound to accounts that the statement names, directly or through rows
 * that name theirs.
 */
const namesAccount = ({ step, conditions }: Access): boolean =>
  step.startsWith('ModifyTable') || conditions.some((one) => /\baccount = /.test(one));
const namedBy = (judge: (access: Access) => boolean): string[] => {
  // Each set of keys of a summary has a statement of its own.
  const named = [...accesses].flatMap(([name, found]) =>
    found.some(judge) ? [name.replace(/^summary \d+ /, 'summary ')] : [],
  );
  return [...new Set(named)].toSorted((a, b) => (a < b ? -1 : 1));
};

describe('R§9.2 statements on tables laid out by account, from PostgreSQL’s log', () => {
  it('every statement on events names its account', () => {
    const onEvents = namedBy(({ table }) => table === 'event');
    expect(onEvents).toMatchInlineSnapshot(`
      [
        "events of a tail",
        "events of a tail in events",
        "export",
        "one event",
        "overdue",
        "page of account",
        "page of site",
        "purge",
        "search account",
        "search account in events",
        "search except",
        "search except in events",
        "search only",
        "search only in events",
        "search site",
        "search site in events",
        "store events",
        "summary of account",
        "summary of account but not",
        "summary of account but not in events",
        "summary of account in events",
        "summary of except",
        "summary of except but not",
        "summary of except but not in events",
        "summary of except in events",
        "summary of only",
        "summary of only but not",
        "summary of only but not in events",
        "summary of only in events",
        "summary of site",
        "summary of site but not",
        "summary of site but not in events",
        "summary of site in events",
        "top codes",
        "usernames of events",
      ]
    `);
    expect(namedBy((access) => access.table === 'event' && !namesAccount(access))).toEqual([]);
  });

  it('R§11.2 each key of a summary has a statement, which reaches events by an index; days are counted without them', () => {
    const found = [...accesses].filter(([name]) => /^summary \d+ of/.test(name));
    // Day and hour count the same spans; `site,user` and slices by code are the other two sets.
    expect(new Set(found.map(([name]) => name.split(' ')[1])).size).toBe(summaryKeys.length - 1 + 2);
    for (const [name, steps] of found)
      for (const { table, step } of steps)
        if (table === 'event') expect([name, step]).toEqual([name, expect.stringMatching(/^Index/)]);
    expect(namedBy(({ table }) => table.startsWith('kept'))).toEqual(
      expect.arrayContaining(['summary of days of an account', 'summary of days of sites']),
    );
  });

  it('only these statements on tables that grow with events read all accounts', () => {
    expect(namedBy((access) => !namesAccount(access))).toMatchInlineSnapshot(`
      [
        "accounts with a tail",
      ]
    `);
  });

  it('only these statements read several accounts at once, or accounts found in other tables', () => {
    const isOne = ({ step, conditions }: Access): boolean =>
      step.startsWith('ModifyTable') || conditions.some((one) => /\baccount = (\$\d+|\d+)/.test(one));
    expect(namedBy((access) => namesAccount(access) && !isOne(access))).toMatchInlineSnapshot(`
      [
        "due sites",
        "ends of tails",
        "months of accounts",
        "overdue",
        "quiet sites of accounts",
        "store events",
      ]
    `);
  });
});
