import type { Database } from '@goal/db';
import { freePort, openPatientDatabase, until } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newEvent, one, openWorld, storeAll, type EventWorld } from '../../../test/event-world.ts';
import { reclaimGone } from './reclaim-gone.ts';
import { startReclaimer } from './reclaimer.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const count = (what: string, account: number): Promise<number> =>
  one(world.db, `select count(*) as value from ${what} where account = $1`, [account]);
const start = Date.UTC(2026, 0, 1);
const events = (n: number) => upTo(n).map((i) => newEvent({ occurredAt: start + i, userAgent: 'agent' }));
const age = (table: string, account: number) =>
  world.db.work.query(`update ${table} set deleted_at = deleted_at - interval '10 minutes' where account = $1`, [
    account,
  ]);

async function deleteAccount(account: number): Promise<void> {
  await world.db.work.query(
    'insert into gone_site (account, site) select account_no, no from site where account_no = $1',
    [account],
  );
  await world.db.work.query('insert into gone_account (account) values ($1)', [account]);
  await world.db.work.query('delete from account where no = $1', [account]);
}

const tablesOfLog = [
  'log_head',
  'log_entries',
  'log_tile',
  'log_site',
  'log_salt',
  'log_salt_kept',
  'log_outbox',
  'log_purge',
  'log_check',
] as const;

/** Puts a row into each table of the signed log. */
async function fillLog(account: number): Promise<void> {
  const { work } = world.db;
  for (const text of [
    `insert into log_head (account, log, origin, size, seq, era, edge, checkpoint, noted_at, keys) values ($1, 1, 'x', 0, 0, 0, '', '', now(), '[]')`,
    `insert into log_entries (account, log, first, high, heads, commitments) values ($1, 1, 0, 0, '', '')`,
    `insert into log_tile (account, log, level, part, hashes) values ($1, 1, 1, 0, '')`,
    `insert into log_site (account, site, site_id, retention_days) values ($1, 1, gen_random_uuid(), 7)`,
    `insert into log_salt (account, site, day, key) values ($1, 1, now(), '')`,
    `insert into log_salt_kept (account, site, day, id, salt) values ($1, 1, now(), 1, '')`,
    `insert into log_outbox (account, note) values ($1, '{}')`,
    `insert into log_purge (account, site, before, until, events) values ($1, 1, now(), now(), 1)`,
    `insert into log_check (account, log) values ($1, 1)`,
  ])
    await work.query(text, [account]);
}

describe('reclaimGone', () => {
  test('R§5.6 an event that arrives while a deleted site is reclaimed, and is older than what is gone, goes too', async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    await storeAll(world, { account, site }, events(6000));
    const { work } = world.db;
    // With the first batch an older event arrives.
    await work.query(`create function arrive() returns trigger language plpgsql as $$ begin
        insert into event (id, account, site, occurred_at, code, user_id, severity, username, message)
          select id - 1000000, account, site, occurred_at - interval '1 day', code, user_id, severity, username, message
          from old_events where (select count(*) from old_events) = 5000 limit 1;
        return null; end $$`);
    await work.query(`create trigger arrive after delete on event referencing old table as old_events
        for each statement execute function arrive()`);
    try {
      await world.deleteSite(site);
      await age('gone_site', account);
      await reclaimGone(world);
    } finally {
      await work.query('drop function arrive cascade');
    }
    expect([await count('event', account), await count('gone_site', account)]).toEqual([0, 0]);
  });

  test('R§5.6 R§9.3 a deleted site loses its events at once and its tombstone some minutes later; its accepted events stay counted', async () => {
    const {
      account,
      sites: [site = 0, live = 0],
    } = await world.account(2);
    await storeAll(world, { account, site }, events(6000));
    await storeAll(world, { account, site: live }, events(10));
    await world.deleteSite(site);
    expect(await reclaimGone(world)).toBe(1);
    expect([await count('event', account), await count('gone_site', account)]).toEqual([10, 1]);
    // A request that was on its way stores one more event.
    await storeAll(world, { account, site }, events(3));
    await age('gone_site', account);
    expect(await reclaimGone(world)).toBe(0);
    expect([await count('event', account), await count('gone_site', account)]).toEqual([10, 0]);
    expect(await one(world.db, 'select count(*) as value from kept where site = $1', [site])).toBe(0);
    expect(await one(world.db, 'select sum(events) as value from accepted where account = $1', [account])).toBe(6013);
  });

  test('R§8 DELETE /admin/accounts/{id}?confirm=true R§5.6 a deleted account leaves nothing behind, and no other account loses anything', async () => {
    const [gone, other] = [await world.account(2), await world.account()];
    for (const site of gone.sites) await storeAll(world, { account: gone.account, site }, events(10));
    for (const { account } of [gone, other]) await fillLog(account);
    await storeAll(world, { account: other.account, site: other.sites[0] ?? 0 }, events(10));
    await deleteAccount(gone.account);
    expect(await reclaimGone(world)).toBe(3);
    // Salts go before everything else.
    const left = [await count('log_salt', gone.account), await count('log_salt_kept', gone.account)];
    expect([...left, await count('log_entries', gone.account)]).toEqual([0, 0, 1]);
    await age('gone_account', gone.account);
    // Its sites are not reclaimed yet.
    expect(await reclaimGone(world)).toBe(3);
    await age('gone_site', gone.account);
    expect(await reclaimGone(world)).toBe(0);
    for (const table of [
      'event',
      'kept',
      'kept_day',
      'accepted',
      'accepted_day',
      'tail',
      'tail_head',
      'dictionary',
      'dictionary_head',
      ...tablesOfLog,
      'gone_site',
      'gone_account',
    ]) {
      expect([table, await count(table, gone.account)]).toEqual([table, 0]);
    }
    for (const [table, rows] of [
      ['event', 10],
      ['kept', 1],
      ['kept_day', 1],
      ['accepted', 1],
      ['accepted_day', 1],
      ['tail', 1],
      ['dictionary', 3],
      ...tablesOfLog.map((table) => [table, 1] as const),
    ] as const) {
      expect([table, await count(table, other.account)]).toEqual([table, rows]);
    }
  });

  test('on a slow disk, where a batch runs into its timeout, batches become small and everything is reclaimed', async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    await storeAll(world, { account, site }, events(600));
    await deleteAccount(account);
    for (const table of ['gone_site', 'gone_account']) await age(table, account);
    // Fails as a statement timeout would, without the wait, and counts the failures.
    await world.db.work.query('create sequence ended');
    await world.db.work
      .query(`create function be_slow() returns trigger language plpgsql as $$ begin if (select count(*) from gone) > 250 then
        perform nextval('ended'); raise 'too slow' using errcode = 'query_canceled'; end if; return null; end $$;
      create trigger be_slow after delete on event referencing old table as gone for each statement execute function be_slow()`);
    try {
      expect(await reclaimGone(world)).toBe(0);
      expect([await count('event', account), await count('gone_account', account)]).toEqual([0, 0]);
      // One large batch fails; the small ones follow directly.
      expect(await one(world.db, 'select last_value as value from ended')).toBe(1);
    } finally {
      await world.db.work.query('drop trigger be_slow on event; drop function be_slow; drop sequence ended');
    }
  });

  test('several processes share the work, and the next pass continues an aborted one', async () => {
    const { account, sites } = await world.account(6);
    for (const site of sites) await storeAll(world, { account, site }, events(50));
    for (const site of sites) await world.deleteSite(site);
    await age('gone_site', account);
    const ended = AbortSignal.abort();
    expect(await reclaimGone(world, { signal: ended })).toBeGreaterThan(0);
    expect(await count('event', account)).toBe(300);
    const { db } = await world.another();
    await Promise.all([reclaimGone(world), reclaimGone({ db }), reclaimGone(world)]);
    // A pass that met a site locked by another one left it to that one, which finished it.
    expect([
      await count('event', account),
      await count('gone_site', account),
      await one(world.db, 'select coalesce(sum(n), 0) as value from kept where account = $1', [account]),
    ]).toEqual([0, 0, 0]);
  });

  test('R§5.6 the reclaimer continues at its start what was left, wakes for new deletions, and stops', async () => {
    const errors: unknown[] = [];
    const [first, second] = [await world.account(), await world.account()];
    for (const { account, sites } of [first, second])
      await storeAll(world, { account, site: sites[0] ?? 0 }, events(10));
    await world.deleteSite(first.sites[0] ?? 0);
    const tell = (detail: object): void => void errors.push(detail);
    const reclaimer = startReclaimer(world, { warn: tell, error: tell });
    await until(async () => (await count('event', first.account)) === 0);
    await world.deleteSite(second.sites[0] ?? 0);
    reclaimer.wake();
    await until(async () => (await count('event', second.account)) === 0);
    await reclaimer.stop();
    expect(errors).toEqual([]);
  });

  test('a database that is out of reach is a warning of one line, and any other failure a fault with its stack', async () => {
    const url = new URL(world.url);
    url.pathname = '/none';
    const away = openPatientDatabase({ url: url.href });
    const told = async (db: Database): Promise<unknown[]> => {
      const lines: unknown[] = [];
      const tell = (level: string) => (detail: object, message: string) => void lines.push([level, detail, message]);
      const reclaimer = startReclaimer({ db }, { warn: tell('warn'), error: tell('error') });
      await until(() => lines.length > 0);
      await reclaimer.stop();
      return lines;
    };
    const what = 'reclaiming deleted sites failed; retrying soon';
    // As of a server that takes no connections.
    const gone = openPatientDatabase({ url: `postgresql://goal:x@127.0.0.1:${await freePort()}/none` });
    expect(await told(gone)).toEqual([
      [
        'warn',
        { reason: expect.stringContaining('ECONNREFUSED') as string },
        `${what}: the database is out of reach, or takes too long`,
      ],
    ]);
    expect(await told(away)).toEqual([['error', { err: expect.objectContaining({ code: '3D000' }) as object }, what]]);
    await Promise.all([away.close(), gone.close()]);
  });
});
