import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { summaryKeys } from '@goal/contract';
import { defaultSettings, getStatus, LastUses, openEventServices, workOnce } from '@goal/core';
import { distributedTables, openDatabase, sealerName, serverName, startEmbedded } from '@goal/db';
import { copyFilledFolder } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { absentWitness } from './absent-witness.ts';
import { makeEvent, startService, type TestService } from './harness.ts';
import { askDashboard, askOperatorDoors, readEvents, summarizeEvents } from './statements/ask-everything.ts';
import { namesBoth, ordinaryTables } from './statements/ordinary-tables.ts';
import { useLog } from './statements/use-log.ts';
import { useStreams } from './statements/use-streams.ts';
import {
  accessesOf,
  changesWithin,
  insertedAccounts,
  loggedSettings,
  planning,
  readStatements,
  type Access,
} from './statements/statement-log.ts';

let folder: string;
let embedded: Awaited<ReturnType<typeof startEmbedded>>;
let service: TestService;
/**
 * How each statement of the run reaches the tables laid out by account, by its name or its text.
 */
const accesses = new Map<string, Access[]>();
/** Statements that name tables of both kinds, change in several parts, or insert for accounts. */
const naming = { both: new Set<string>(), changesWithin: new Set<string>(), insertsSeveral: new Set<string>() };
const isDistributed = (table: string): boolean => distributedTables.some((one) => one === table);
/** Each set of keys of a summary has a statement of its own. */
const shortName = (name: string): string => name.replace(/^summary \d+ /, 'summary ');

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'goal-statements-'));
  copyFilledFolder(folder);
  embedded = await startEmbedded({ dataDir: folder, settings: { fsync: 'off', ...loggedSettings } });
  // On the path that Citus takes, whose statements these rules are about.
  service = await startService(
    { retentionGraceDays: 0, topology: 'citus', streams: { allowNets: '127.0.0.0/8' } },
    { url: embedded.url, drop: async () => {} },
  );
  await useEverything();
  const session = await service.db.work.connect();
  await session.query(planning);
  for (const { name, text } of readStatements(folder, [serverName, sealerName(serverName)])) {
    // An export is a page with its values inlined.
    const [, asked = text] = /^COPY \((.*)\) TO STDOUT$/s.exec(text) ?? [];
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(asked)) continue;
    const reached = await accessesOf(session, asked, [...distributedTables, ...ordinaryTables]);
    const key = asked !== text ? 'export' : name === '' ? text.replace(/\s+/g, ' ').trim().slice(0, 90) : name;
    const found = reached.filter(({ table }) => isDistributed(table));
    if (found.length === 0) continue;
    accesses.set(key, [...(accesses.get(key) ?? []), ...found]);
    if (found.length < reached.length) naming.both.add(shortName(key));
    if (changesWithin(asked, distributedTables)) naming.changesWithin.add(key);
    const accounts = found.some(({ step }) => step === 'ModifyTable Insert') ? insertedAccounts(asked) : [];
    if (accounts === undefined || new Set(accounts).size > 1) naming.insertsSeveral.add(key);
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
  // Its month is near a limit, so that mails of a month are written and its keys ask for the month.
  await service.db.work.query(`update plan set fair_use_events = 1, hard_limit_events = 1000 where slug = 'agency'`);
  const account = await service.makeAccount({ plan: 'agency' });
  const group = await service.makeGroup(account);
  const site = () => service.makeSite(account, { group_id: group.id });
  const [first, second, third] = [await site(), await site(), await site()];
  const groupKey = await service.makeGroupKey(account, group);
  const old = makeEvent({ occurred_at: new Date(Date.now() - 100 * 86_400_000).toISOString() });
  await first.call('POST', '/events', { body: makeEvent({ user_agent: 'agent' }) });
  for (const one of [first, second, third]) await service.ingest(one, [old, makeEvent(), makeEvent({ code: 1000 })]);
  const scopes = { group: group.id, groupToken: groupKey.key, site: first };
  await useStreams(service, account, scopes);
  await useLog(service, account, scopes);
  await readEvents(account, scopes);
  await summarizeEvents(service, account, scopes);
  await askDashboard(service, account, scopes);
  (await account.call('DELETE', `/sites/${third.id}`, { query: { confirm: 'true' } })).done();
  await readEvents(account, scopes);
  await summarizeEvents(service, account, scopes);
  await askOperatorDoors(service, { account: account.id, site: first.id, group_id: group.id });
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

/** As `goal worker --once` and `goal status` do. */
async function work(): Promise<void> {
  const db = openDatabase({ url: embedded.url, name: serverName, topology: 'citus' });
  const events = await openEventServices(db, { log: { witnesses: absentWitness() } });
  const settings = { ...defaultSettings, retentionGraceDays: 0 };
  const core = { db, events, uses: new LastUses(db), wakeReclaimer: () => {}, settings };
  await getStatus(core);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await workOnce(core, {
    log,
    tailDays: 30,
    mailer: undefined,
    operatorEmail: undefined,
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
  const named = [...accesses].flatMap(([name, found]) => (found.some(judge) ? [shortName(name)] : []));
  return [...new Set(named)].toSorted((a, b) => (a < b ? -1 : 1));
};

describe('R§9.2 statements on tables laid out by account, from PostgreSQL’s log', () => {
  it('every statement on events names its account', () => {
    const onEvents = namedBy(({ table }) => table === 'event');
    expect(onEvents).toMatchInlineSnapshot(`
      [
        "SELECT "public"."event"."account", "public"."event"."id", "public"."event"."site", "public",
        "SELECT id, site, (occurred_at AT TIME ZONE 'utc')::date::text AS day, user_agent, received",
        "UPDATE event SET message = $1, username = '', user_id = 0, user_agent = NULL, user_agent_t",
        "events of a tail",
        "events of a tail in events",
        "export",
        "forget kept salts",
        "forget salts",
        "insert into event (account, id, site, occurred_at, code, user_id, post_id, severity, objec",
        "logged events",
        "one event",
        "overdue of machines",
        "page of account",
        "page of site",
        "purge",
        "search account",
        "search account in events",
        "search account in events, oldest first",
        "search except",
        "search except in events",
        "search only",
        "search only in events",
        "search site",
        "search site in events",
        "select e.id::text as id, q.site, q.day::text as day from unnest($2::int[], $3::date[]) q(s",
        "select id::float8 as id, site, (occurred_at at time zone 'utc')::date::text as day from ev",
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

  it('every table is either spread over the machines or on the coordinator', async () => {
    const { rows } = await service.db.work.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    const known: readonly string[] = [...distributedTables, ...ordinaryTables, '_prisma_migrations'];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });

  it('the statements are those of the path for Citus', () => {
    const ofStreams = ['age of the next commit', 'events behind a position', 'time of a commit'];
    expect([...accesses.keys()]).toEqual(
      expect.arrayContaining(['count a day', 'blocks of a tail on a machine', ...ofStreams]),
    );
    for (const plain of [
      'store events and tell the transaction',
      'blocks of a tail',
      'overdue',
      'due sites',
      'quiet sites of accounts',
    ])
      expect([...accesses.keys()]).not.toContain(plain);
  });

  it('no statement names tables of both kinds, but for those that Citus sends to one machine', () => {
    expect([...naming.both].toSorted()).toEqual(Object.keys(namesBoth).toSorted());
  });

  it('no statement of a request changes rows of events in one of several parts', () => {
    // Background work. The parts of a purge are on the machine of its account.
    expect([...naming.changesWithin]).toEqual(['purge']);
  });

  it('every statement of a request reads the rows of one account, by a condition of that very step, and inserts rows of one account', () => {
    const isOne = ({ step, conditions }: Access): boolean =>
      step.startsWith('ModifyTable') || conditions.some((one) => /\baccount = (\$\d+|\d+)/.test(one));
    // All but one are background work, where a page of accounts or sites is one statement, or
    // figures for operators. The ends of tails are beside the requests that wait: without an answer
    // these wait for the message.
    expect(namedBy((access) => !isOne(access))).toEqual([
      'accounts with a log',
      'accounts with a tail',
      'accounts with acts to seal',
      'accounts with commits to seal',
      'accounts with logs',
      'accounts with old purges',
      'count logs',
      'count new mismatches',
      'due sites of machines',
      'ends of tails',
      'heads of logs to tell',
      'how far logs are behind',
      'logs with a former key',
      'months of accounts',
      'overdue of machines',
    ]);
    expect([...naming.insertsSeveral]).toEqual(['purge']);
  });
});
