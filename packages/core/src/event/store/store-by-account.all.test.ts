import { randomUUID } from 'node:crypto';

import { isUnavailable } from '@goal/db';
import { openPatientDatabase, runsOf, until, waitLimitMs } from '@goal/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../../test/event-world.ts';
import { isOverMonth } from '../../mail/month-mails.ts';
import { IngestBatcher } from './ingest-batcher.ts';
import { storeByAccount } from './store-by-account.ts';
import { runStore, type StoreRow } from './store-statement.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
  await world.db.work.query(`update plan set fair_use_events = 40, hard_limit_events = 70 where slug = 'agency'`);
});
afterAll(() => world.close());

const day = 86_400_000;
const uuids = Array.from({ length: 60 }, () => randomUUID());
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 2 });
const text = fc.constantFrom('', 'plain', `it's "quoted", \\ and {curly}; $1 ü€🎉`, 'null');
const word = fc.record({ id: maybe(fc.nat({ max: 9 })), text: maybe(text) });
const someRow = fc.record({
  site: fc.nat({ max: 2 }),
  occurredAt: fc.integer({ min: -3, max: 3 }).map((n) => Date.UTC(2026, 0, 1) + n * day - 1),
  code: fc.constantFrom(0, 1000, -7, 2 ** 53 - 1),
  userId: fc.nat({ max: 3 }),
  postId: maybe(fc.nat()),
  severity: fc.integer({ min: 1, max: 5 }),
  words: fc.tuple(word, word, word),
  eventUuid: maybe(fc.constantFrom(...uuids)),
  texts: fc.tuple(text, text, maybe(text), maybe(text), maybe(text)),
  ip: maybe(fc.constantFrom('192.0.2.1', '2001:db8::1')),
  bytes: fc.nat({ max: 5000 }),
});
type SomeRow = typeof someRow extends fc.Arbitrary<infer Row> ? Row : never;

function rowOf({ words: [object, type, agent], texts, ...row }: SomeRow, account: number, sites: number[]): StoreRow {
  const [username, message, sessionId, postType, postStatus] = texts;
  return {
    ...row,
    account,
    site: sites[row.site] ?? 0,
    object: object.id,
    objectText: object.text,
    eventType: type.id,
    eventTypeText: type.text,
    userAgent: agent.id,
    userAgentText: agent.text,
    username,
    message,
    sessionId,
    postType,
    postStatus,
  };
}

/** All rows of an account without what differs between two accounts: their numbers and blocks. */
async function contents(account: number, sites: number[]): Promise<unknown[]> {
  const place = 'array_position($2::int[], site) as place';
  const columns = `${place}, occurred_at, code, user_id, post_id, severity, object, event_type, user_agent, event_uuid, username,
    message, session_id, post_type, post_status, object_text, event_type_text, user_agent_text, ip`;
  const texts = [
    `select id % 1024 as nth, ${columns} from event where account = $1 order by id`,
    `select ${place}, day::text, severity, n from kept where account = $1 order by 1, 2, 3`,
    `select ${place}, day::text, events, bytes from accepted where account = $1 order by 1, 2`,
  ];
  const ofAccount = [
    'select day::text, severity, n from kept_day where account = $1 order by 1, 2',
    'select day::text, events, bytes from accepted_day where account = $1 order by 1',
    `select seq, first_id % 1024 as first, last_id % 1024 as last, at > now() - interval '1 hour' as recent from tail where account = $1 order by 1`,
    'select last from tail_head where account = $1',
    'select kind, month::text from mail where account_no = $1 order by 1',
  ];
  const found = [
    ...texts.map((one) => world.db.work.query(one, [account, sites])),
    ...ofAccount.map((one) => world.db.work.query(one, [account])),
  ];
  return (await Promise.all(found)).map(({ rows }) => rows as unknown);
}

test('R§7.5 R§9.3 R§10.39 by single statements as by one: the same answers, events, counters, tail and mails, and the same exact limit', async () => {
  const batches = fc.array(fc.array(someRow, { minLength: 1, maxLength: 25 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(batches, fc.nat({ max: 70 }), async (all, earlier) => {
      const [one, other] = [await world.account(3), await world.account(3)];
      await world.db.work.query(
        `insert into accepted_day (account, day, events, bytes)
         select no, date_trunc('month', now() at time zone 'utc')::date, $2, 0 from unnest($1::int[]) no`,
        [[one.account, other.account], earlier],
      );
      for (const batch of all) {
        const ends = await Promise.all(
          [
            { store: runStore, of: one },
            { store: storeByAccount, of: other },
          ].map(({ store, of }) => {
            const rows = batch.map((row) => rowOf(row, of.account, of.sites));
            return store(world.db.ingest, rows, 3000).catch((error: unknown) => {
              expect(isOverMonth(error), String(error)).toBe(true);
              return 'refused';
            });
          }),
        );
        expect(ends[1]).toEqual(ends[0]);
      }
      expect(await contents(other.account, other.sites)).toEqual(await contents(one.account, one.sites));
    }),
    { numRuns: runsOf(12, 300) },
  );
});

test('both take their locks in one order: while one waits for a row, it holds the same rows of the other tables', async () => {
  const counters = ['tail_head', 'accepted_day', 'kept_day', 'accepted', 'kept'];
  const [sample] = fc.sample(someRow, 1);
  const held = async (store: typeof runStore | typeof storeByAccount, waitsFor: string): Promise<string[]> => {
    const { account, sites } = await world.account(1);
    const batch = sample === undefined ? [] : [rowOf({ ...sample, site: 0, eventUuid: null }, account, sites)];
    await store(world.db.ingest, batch, 3000);
    const blocker = await world.db.work.connect();
    try {
      await blocker.query('begin');
      await blocker.query(`select from ${waitsFor} where account = $1 for update`, [account]);
      const stored = store(world.db.ingest, batch, waitLimitMs);
      await until(async () => {
        const { rows } = await blocker.query<{ waits: boolean }>(
          'select exists (select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))) as waits',
        );
        return rows[0]?.waits === true;
      });
      const held: string[] = [];
      for (const table of counters.filter((one) => one !== waitsFor)) {
        const free = await world.db.work.query(`select from ${table} where account = $1 for update skip locked`, [
          account,
        ]);
        if (free.rowCount === 0) held.push(table);
      }
      await blocker.query('commit');
      await stored;
      return held;
    } finally {
      blocker.release(true);
    }
  };
  for (const [place, table] of counters.entries()) {
    const before = counters.slice(0, place);
    for (const store of [runStore, storeByAccount]) expect([table, await held(store, table)]).toEqual([table, before]);
  }
});

test('a machine that is away fails its own accounts, with 503, and no others of the same moment', async () => {
  const places = await Promise.all([world.account(), world.account(), world.account()]);
  const [away] = places;
  await world.db.work.query(`create function away() returns trigger language plpgsql as $$ begin
      if new.account = ${away?.account} then raise 'failure on connection marked as essential' using errcode = 'XX000'; end if;
      return new; end $$;
    create trigger away before insert on event for each row execute function away()`);
  const db = openPatientDatabase({ url: world.url, topology: 'citus' });
  const batcher = new IngestBatcher(db, undefined, undefined, 'citus');
  const [sample] = fc.sample(someRow, 1);
  const send = ({ account, sites }: { account: number; sites: number[] }) =>
    batcher.store(
      account,
      sites[0] ?? 0,
      sample === undefined ? [] : [rowOf({ ...sample, site: 0 }, account, sites)],
      db.lives.number,
    );
  const ends = await Promise.allSettled(places.map(send));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(isUnavailable(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))[0])).toBe(
    true,
  );
  await batcher.close();
  await db.close();
});
