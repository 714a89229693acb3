import { waitLimitMs } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { newEvent, one, openWorld, type EventWorld } from '../../../test/event-world.ts';
import { IngestBatcher } from './ingest-batcher.ts';
import { storeRows } from './store-row.ts';
import { storeEvents } from './store-events.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const countOf = (account: number): Promise<number> =>
  one(world.db, 'select count(*) as value from event where account = $1', [account]);

/** Holds the lock that every statement storing for the account needs. Returns how to release it. */
async function holdAccount(account: number): Promise<() => Promise<void>> {
  const session = await world.db.work.connect();
  await session.query('begin');
  await session.query('select from tail_head where account = $1 for update', [account]);
  return async () => {
    await session.query('rollback');
    session.release();
  };
}

describe('the ingest batcher', () => {
  test('R§7.4 single events that wait at the same time are stored together, each request with its own answer', async () => {
    const {
      account,
      sites: [site = 0],
    } = await world.account();
    const events = upTo(200).map(() => newEvent());
    const answers = await Promise.all(
      [...events, ...events].map((event) => storeEvents(world, { account, site }, [event])),
    );
    expect(answers.filter((answer) => answer.accepted === 1 && answer.duplicates === 0)).toHaveLength(200);
    expect(answers.filter((answer) => answer.accepted === 0 && answer.duplicates === 1)).toHaveLength(200);
    expect(await countOf(account)).toBe(200);
    const commits = await one(world.db, 'select last as value from tail_head where account = $1', [account]);
    expect(commits).toBeLessThan(50);
  });

  test('an account that waits for a lock delays no other, and is stored once the lock is free', async () => {
    const stuck = await world.account();
    const others = await Promise.all(upTo(8).map(() => world.account()));
    const limits = { queueTimeoutMs: Infinity, isolatedLockMs: waitLimitMs };
    const batcher = new IngestBatcher(world.db, () => {}, limits, await world.db.topology());
    const store = async ({ account, sites: [site = 0] }: { account: number; sites: number[] }) =>
      batcher.store(
        account,
        site,
        await storeRows(world.events.dictionary, account, site, [newEvent()]),
        world.db.lives.number,
      );
    await store(stuck);
    const letGo = await holdAccount(stuck.account);
    try {
      let isStored = false;
      const waiting = Promise.all(upTo(5).map(() => store(stuck))).then((stored) => {
        isStored = true;
        return stored;
      });
      // Stored at the same time, in one statement with the stuck account or in the next one.
      await Promise.all(others.map(store));
      // Stored once more after the account is known to be stuck.
      await Promise.all(others.map(store));
      expect(isStored).toBe(false);
      await letGo();
      expect(await waiting).toEqual(upTo(5).map(() => ({ accepted: 1, duplicates: 0, gone: false })));
    } finally {
      await letGo().catch(() => {});
      await batcher.close();
    }
    expect(await countOf(stuck.account)).toBe(6);
    for (const { account } of others) expect(await countOf(account)).toBe(2);
  });

  test('events that cannot be stored fail alone: other requests of their account and other accounts are stored', async () => {
    const [poisoned, other] = [await world.account(2), await world.account()];
    const rowsOf = async (account: number, site: number | undefined, message: string) =>
      storeRows(world.events.dictionary, account, site ?? 0, [newEvent({ message })]);
    const [site, second] = poisoned.sites;
    const batcher = new IngestBatcher(world.db, () => {}, undefined, await world.db.topology());
    const rows = await Promise.all([
      rowsOf(poisoned.account, site, 'first'),
      // parseEvent never lets this through: PostgreSQL takes no NUL.
      rowsOf(poisoned.account, site, 'bad\0'),
      rowsOf(poisoned.account, second, 'good'),
      rowsOf(other.account, other.sites[0], 'elsewhere'),
    ]);
    const [first, bad, good, elsewhere] = await Promise.allSettled(
      rows.map((some) => batcher.store(some[0]?.account ?? 0, some[0]?.site ?? 0, some, world.db.lives.number)),
    );
    await batcher.close();
    expect([first?.status, bad?.status, good?.status, elsewhere?.status]).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect([await countOf(poisoned.account), await countOf(other.account)]).toEqual([2, 1]);
  });

  test('what is stored is acknowledged although the look-up behind the commit fails, and a deleted site is buried by the next one', async () => {
    const [{ account, sites }, other] = [await world.account(), await world.account()];
    const [site = 0] = sites;
    let isBroken = true;
    const lookups = new Proxy(world.db.lookups, {
      get: (pool, name): unknown => {
        // A session cannot be had; the rest is the database itself.
        if (name === 'query' && isBroken) return () => Promise.reject(new Error('no session'));
        const value: unknown = Reflect.get(pool, name);
        return typeof value === 'function'
          ? (...asked: unknown[]): unknown => Reflect.apply(value, pool, asked)
          : value;
      },
    });
    const batcher = new IngestBatcher({ ...world.db, lookups }, () => {}, undefined, await world.db.topology());
    const store = async (of: number, at: number) =>
      batcher.store(of, at, await storeRows(world.events.dictionary, of, at, [newEvent()]), world.db.lives.number);
    expect(await store(account, site)).toEqual({ accepted: 1, duplicates: 0, gone: false });
    await world.deleteSite(site);
    await world.db.work.query('delete from gone_site where site = $1', [site]);
    isBroken = false;
    await store(other.account, other.sites[0] ?? 0);
    await batcher.close();
    expect(await one(world.db, 'select count(*) as value from gone_site where site = $1', [site])).toBe(1);
  });

  test('R§10.39 an account whose month is full fails a statement that it shares with others once, and then its own alone', async () => {
    const [full, other] = [await world.account(), await world.account()];
    await world.db.work.query(`update plan set hard_limit_events = 1 where slug = 'pro'`);
    await world.db.work.query(`update account set plan = 'pro' where no = $1`, [full.account]);
    const batcher = new IngestBatcher(world.db, () => {}, undefined, await world.db.topology());
    const rowsOf = ({ account, sites }: typeof full) =>
      storeRows(world.events.dictionary, account, sites[0] ?? 0, [newEvent()]);
    const store = ({ account, sites }: typeof full, rows: Awaited<ReturnType<typeof rowsOf>>) =>
      batcher.store(account, sites[0] ?? 0, rows, world.db.lives.number).then(
        () => 'stored',
        () => 'refused',
      );
    expect(await store(full, await rowsOf(full))).toBe('stored');
    const round = async () => {
      const all = [other, full, other];
      const made = await Promise.all(all.map(rowsOf));
      const before = batcher.statements.failed;
      const ends = await Promise.all(made.map((rows, at) => store(all[at] ?? other, rows)));
      return { ends, failed: batcher.statements.failed - before };
    };
    const ends = ['stored', 'refused', 'stored'];
    // On Citus no statement is shared.
    expect(await round()).toEqual({ ends, failed: (await world.db.topology()) === 'citus' ? 1 : 2 });
    expect(await round()).toEqual({ ends, failed: 1 });
    await batcher.close();
  });

  test('too many waiting events are refused as unavailable: beyond its own bound the newest of an account, beyond the total the newest of the largest account; accepted requests are stored before it closes', async () => {
    // No queue timeout: a slow machine needs longer for forty thousand events.
    const batcher = new IngestBatcher(world.db, () => {}, { queueTimeoutMs: Infinity }, await world.db.topology());
    /** Sends requests of 1,000 events, each from an account of its own. */
    const sender = async (thousands: number) => {
      const { account, sites } = await world.account();
      const [site = 0] = sites;
      const events = upTo(1000).map(() => newEvent());
      const rows = await storeRows(world.events.dictionary, account, site, events);
      const send = () =>
        batcher.store(
          account,
          site,
          rows.map((row) => ({ ...row, eventUuid: null })),
          world.db.lives.number,
        );
      return { account, send, all: () => upTo(thousands).map(send) };
    };
    const greedy = await sender(21);
    const modest = await sender(20);
    const late = await sender(1);
    const results = await Promise.allSettled([...greedy.all(), ...modest.all(), ...late.all(), batcher.close()]);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    // Refuses the first account's 21st request, and its 20th, which made room for the 41st of all.
    expect(refused).toMatchObject(upTo(2).map(() => ({ code: 'unavailable', status: 503, retryAfter: 1 })));
    expect(await Promise.all([greedy, modest, late].map(({ account }) => countOf(account)))).toEqual([
      19_000, 20_000, 1000,
    ]);
    await expect(late.send()).rejects.toMatchObject({ code: 'unavailable' });
    expect(batcher.pending).toBe(0);
  });
});
