import { transaction } from '@goal/db';
import { openPair, type Pair } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, worldIn, type EventWorld } from '../../test/event-world.ts';
import type { EventServices, Events } from '../core.ts';
import { storeEvents } from '../event/store/store-events.ts';
import { confirmRetention, findHold } from '../retention/hold.ts';
import { purgeOverdue } from '../retention/purge-overdue.ts';
import { readTail } from '../tail/read-tail.ts';
import type { TailPosition } from '../tail/position.ts';
import { confirmSameHistory, historyFunction, type HistoryVerdict } from './confirm-same-history.ts';

const actor = { kind: 'cli', name: 'a test' } as const;

let pair: Pair;
let world: EventWorld;
let of: { account: number; site: number };
beforeAll(async () => {
  pair = await openPair();
  await pair.primary.asSuperuser(historyFunction);
  // It refuses on Citus, whose machines have a history each.
  world = await worldIn({ url: pair.url, drop: async () => {} }, { topology: 'plain' });
  const { account, sites } = await world.account();
  of = { account, site: sites[0] ?? 0 };
  await purgeOverdue(coreOf(world));
});
afterAll(async () => {
  await world.close();
  await pair.close();
});

/** The processes that run, by their stores. */
const running = new Map<EventServices, string>();

async function begin(events: EventServices): Promise<void> {
  const { rows } = await world.db.work.query<{ id: string }>(
    `insert into instance (id, kind, version) values (gen_random_uuid(), 'server', 'x') returning id::text`,
  );
  const id = rows[0]?.id ?? '';
  running.set(events, id);
  events.acknowledged.answerAs(id);
  await events.acknowledged.readFlush();
}

async function end(events: EventServices): Promise<void> {
  await world.db.work.query('delete from instance where id = $1', [running.get(events)]);
  running.delete(events);
}

/** Asks while the processes look, which answers. */
async function verdict(): Promise<HistoryVerdict> {
  const looks = setInterval(() => {
    for (const events of running.keys()) void events.acknowledged.readFlush();
  }, 100);
  try {
    return await confirmSameHistory(coreOf(world), actor, { answersMs: 2000 });
  } finally {
    clearInterval(looks);
  }
}

async function failover(): Promise<void> {
  pair.killPrimary();
  await pair.promote();
  await expect.poll(() => findHold(coreOf(world)).catch(() => undefined)).toMatchObject({ reason: 'another database' });
}

const read = (after: TailPosition | 'oldest', by: Events = world) =>
  readTail(by, { account: of.account, kind: 'account', gone: [] }, {}, { after, limit: 100 });

async function held(why: string): Promise<void> {
  expect(await verdict()).toEqual({ confirmed: false, why });
  expect(await findHold(coreOf(world))).toMatchObject({ reason: 'another database' });
}

/** Confirms by hand, so that the next failover begins without a hold. */
const release = () => confirmRetention(coreOf(world), actor, { events: 0, sites: 0, oldestDay: null });

test('R§9.2 a failover that kept everything is confirmed by what the processes remember: retention and tails go on', async () => {
  await begin(world.events);
  await storeEvents(world, of, [newEvent()]);
  const { position } = await read('oldest');
  // An older transaction runs on, and a process that looked before the commit shows it.
  const older = await world.db.work.connect();
  await older.query('begin');
  await older.query('select pg_current_xact_id()');
  const reader = await world.another();
  await begin(reader.events);
  await storeEvents(world, of, [newEvent()]);
  await world.events.acknowledged.readFlush();
  expect((await read('oldest', reader)).rows).toHaveLength(2);
  await failover();
  older.release(true);
  // A reader that came before the command was told that its position has expired.
  const between = await read(position);
  expect(between).toMatchObject({ expired: true });
  expect(await verdict()).toMatchObject({ confirmed: true, processes: 2 });
  expect(await findHold(coreOf(world))).toBeUndefined();
  for (const after of [position, between.position]) expect(await read(after)).toMatchObject({ expired: false });
  expect((await read(position)).rows).toHaveLength(1);
  expect(await world.db.prisma.action.findMany({ where: { action: 'retention.confirm' } })).toMatchObject([
    { actorKind: 'cli', detail: { reason: 'another database', same_history: true, processes: 2 } },
  ]);
  await end(reader.events);
  expect(await verdict()).toEqual({ confirmed: false, why: 'retention is not held for another database' });
});

test('R§9.2 a process that is gone or came later knows nothing: everything stays held', async () => {
  await pair.rebuild();
  await world.db.work.query(
    `insert into instance (id, kind, version, name) values (gen_random_uuid(), 'server', 'x', 'web-2:7')`,
  );
  await world.events.acknowledged.readFlush();
  await failover();
  await held('web-2:7 ran on the former primary and does not answer');
  await end(world.events);
  const { events } = await world.another();
  await begin(events);
  await held('no running process saw the end of the former primary');
  await end(events);
  await world.db.work.query('delete from instance');
  await release();
});

test('R§9.2 a change that was acknowledged in the last moment keeps everything held, because nobody knows whether this primary has it', async () => {
  await pair.rebuild();
  await begin(world.events);
  await pair.cutOff();
  await transaction(world.db, (tx) => tx.plan.updateMany({ data: { sites: 10 } }));
  await failover();
  await held('a change was acknowledged in the last moment, and nobody knows whether this primary has it');
  await end(world.events);
  await release();
});

test('R§9.2 after a failover that lost an acknowledged commit, and in a copy, everything stays held', async () => {
  await pair.rebuild();
  await begin(world.events);
  await pair.cutOff();
  await storeEvents(world, of, [newEvent()]);
  await failover();
  await held('events were acknowledged that this primary does not have');
  await world.db.work.query(`update retention_state set identity = '1' || identity`);
  await held('this is a restored copy, or another database');
});
