import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { inAllRun, until } from '@goal/db/testing';
import { expect, onTestFinished, test, vi } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { newEvent, ownWorld, storeAll } from '../../../test/event-world.ts';
import { severityNumber } from '../../event/event.ts';
import { openEventServices } from '../../open-core.ts';
import { createStream } from '../manage/create-stream.ts';
import { StreamRounds } from './deliver-round.ts';
import { leaseStreams } from '../place/leases.ts';
import { DeliveryNotes } from './note-delivery.ts';

// When the position of a stream is written, and what binds a batch that was read ahead.

type Batch = { id: string; events: number[] };

/** A receiver that keeps what it gets, and gives each answer once `answer` has its status. */
async function openReceiver() {
  const batches: Batch[] = [];
  const receiver = { url: '', batches, answer: (_batch: number[]): Promise<number> => Promise.resolve(200) };
  const server = createServer((request, response) => {
    void json(request).then(async (body) => {
      const { data } = body as { data: { events: { id: number }[] } };
      const events = data.events.map(({ id }) => id);
      batches.push({ id: String(request.headers['webhook-id']), events });
      response.writeHead(await receiver.answer(events)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // it listens on TCP
  return receiver;
}

/** A stream of the events of one severity, of two sites, and the processes that work on it. */
async function scene({ batch = 100 } = {}) {
  const world = await ownWorld();
  const receiver = await openReceiver();
  const events = await openEventServices(world.db, { streams: { allowNets: '127.0.0.1' } });
  onTestFinished(() => events.close());
  const turns = vi.spyOn(events.exports, 'inTurn');
  const core = coreOf({ ...world, events });
  const { account, sites } = await world.account(2);
  const { id: accountId } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account } });
  const caller = { actor: { kind: 'cli', name: 'test' } as const, account: { rowId: account, id: accountId } };
  const open = { url: receiver.url, batch, body: 'standard' };
  const sink = { type: 'webhook', open, secret: undefined } as const;
  const { id } = await createStream(core, caller, { name: 'SIEM', sink, filters: { severity: ['high'] } });
  const { rowId } = await world.db.prisma.stream.findFirstOrThrow({ where: { id } });
  const free = async (): Promise<void> => {
    await world.db.work.query('update stream set lease = null, lease_until = null where no = $1', [rowId]);
  };
  return {
    receiver,
    free,
    /** A standby is promoted. */
    failOver: () => world.db.work.query(`update tail_era set identity = 'a cluster that was left'`),
    /** An event was refused alone as often as it may be, but for once. */
    refuse: (event: number) =>
      world.db.work.query(
        'update stream set refused_id = $2, refused_count = 2, refused_since = clock_timestamp() where no = $1',
        [rowId, event],
      ),
    /** Its events are there until the worker reclaims them. */
    deleteSecondSite: () => world.deleteSite(sites[1] ?? 0),
    setPlan: (plan: string) => world.db.work.query('update account set plan = $2 where no = $1', [account, plan]),
    arrive: (severity: 'high' | 'low', site = 0) =>
      storeAll(core, { account, site: sites[site] ?? 0 }, [newEvent({ severity })]),
    arriveTogether: (messages: readonly string[]) =>
      storeAll(
        core,
        { account, site: sites[0] ?? 0 },
        messages.map((message) => newEvent({ severity: 'high', message })),
      ),
    /** A process that works on the stream once it is free. */
    lease: async (): Promise<StreamRounds> => {
      const [stream] = await leaseStreams(world.db, [rowId]);
      if (stream === undefined) throw new Error('the stream is not free');
      const notes = new DeliveryNotes(world.db, rowId, events.streams.figures);
      return new StreamRounds(core, stream, {
        mailer: undefined,
        dashboardUrl: '',
        notes,
        signal: new AbortController().signal,
      });
    },
    /** The number of the commit behind which the stream stands in the database. */
    written: async (): Promise<number> => {
      const { seq } = await world.db.prisma.stream.findFirstOrThrow({ where: { rowId }, select: { seq: true } });
      return Number(seq);
    },
    /** Waits until so many batches were read, each in two turns. */
    read: (batches: number) =>
      until(() => turns.mock.settledResults.filter(({ type }) => type === 'fulfilled').length === 2 * batches),
    /** The ids of the events that the filter finds. */
    found: async (): Promise<number[]> => {
      const { rows } = await world.db.work.query<{ id: string }>(
        'select id from event where account = $1 and severity = $2 order by id',
        [account, severityNumber('high')],
      );
      return rows.map((row) => Number(row.id));
    },
  };
}

test('R§15.1 a position that moves past what the filter leaves out is written once in five seconds, and at once with the yes of the sink', async () => {
  const { arrive, lease, written } = await scene();
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const rounds = await lease();
    const seen: number[] = [];
    for (let second = 1; second <= 12; second += 1) {
      vi.advanceTimersByTime(1000);
      await arrive('low');
      expect(await rounds.next()).toBe('idle');
      seen.push(await written());
    }
    expect(seen).toEqual([0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 12]);
    await arrive('high');
    expect(await rounds.next()).toBe('sent');
    expect(await written()).toBe(13);
  } finally {
    vi.useRealTimers();
  }
});

test('of events that are too long for a whole batch not many more are read than one holds, until they are shorter', async () => {
  const { arriveTogether, lease, receiver } = await scene();
  await arriveTogether(Array.from({ length: 40 }, () => '😀'.repeat(8192)));
  await arriveTogether(Array.from({ length: 200 }, () => 'short'));
  // On a slow machine the moment of a round would end before what was read ahead is sent.
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const rounds = await lease();
    while ((await rounds.next()) === 'more');
  } finally {
    vi.useRealTimers();
  }
  const sizes = receiver.batches.map(({ events }) => events.length);
  const [long = 0] = sizes;
  expect(long).toBeLessThan(40);
  expect(sizes).toEqual([long, 2 * long, 100, 240 - 100 - 3 * long]);
});

test('R§15.1 a process that ends before it has written its position loses no event, and the next one repeats it under its id', async () => {
  const { arrive, free, found, lease, receiver, written } = await scene();
  const first = await lease();
  for (let commit = 1; commit <= 3; commit += 1) await arrive('low');
  expect(await first.next()).toBe('idle');
  await arrive('high');
  // It ends between the yes of the receiver and its write: whoever has no lease writes nothing.
  receiver.answer = () => free().then(() => 200);
  expect(await first.next()).toBe('ended');
  expect(await written()).toBe(0);
  receiver.answer = () => Promise.resolve(200);
  await arrive('low');
  await arrive('high');
  const second = await lease();
  expect(await second.next()).toBe('sent');
  const [one = 0, other = 0] = await found();
  expect(receiver.batches.map(({ events }) => events)).toEqual([[one], [one, other]]);
  // The ids of batches tell no repeat: the second process began further back.
  expect(new Set(receiver.batches.map(({ id }) => id)).size).toBe(2);
  expect(await written()).toBe(6);
});

test('R§15.3 a batch that comes again has its id, a longer one from the same place another: whoever drops repeats by it loses nothing', async () => {
  const { arrive, found, free, lease, receiver } = await scene();
  receiver.answer = () => free().then(() => 200);
  await arrive('high');
  for (let death = 0; death < 2; death += 1) expect(await (await lease()).next()).toBe('ended');
  receiver.answer = () => Promise.resolve(200);
  await arrive('high');
  expect(await (await lease()).next()).toBe('sent');
  const [first, again, longer] = receiver.batches;
  const [one = 0, other = 0] = await found();
  expect(again).toEqual(first);
  expect(longer?.events).toEqual([one, other]);
  expect(longer?.id).not.toBe(first?.id);
});

inAllRun(() => {
  test('R§15.11 what a process had reached before a failover is not written behind it: numbers are given again', async () => {
    const taken = await scene();
    await taken.arrive('high');
    taken.receiver.answer = () => taken.failOver().then(() => 200);
    expect(await (await taken.lease()).next()).toBe('ended');
    expect(await taken.written()).toBe(0);

    const refused = await scene();
    await refused.arrive('high');
    const [event = 0] = await refused.found();
    await refused.refuse(event);
    refused.receiver.answer = () => refused.failOver().then(() => 400);
    expect(await (await refused.lease()).next()).toBe('ended');
    expect(await refused.written()).toBe(0);

    const idle = await scene();
    const rounds = await idle.lease();
    await idle.arrive('low');
    expect(await rounds.next()).toBe('idle');
    await idle.failOver();
    await rounds.settle();
    expect(await idle.written()).toBe(0);
  });

  test('R§15.7 of a batch that is sent in halves the position is behind those that were taken', async () => {
    const { arrive, found, free, lease, receiver, written } = await scene();
    for (let commit = 1; commit <= 4; commit += 1) await arrive('high');
    const [one, two, three, four] = await found();
    receiver.answer = async (events) => {
      if (events.length > 2) return 413;
      if (!events.includes(three ?? 0)) return 200;
      await free();
      return 200;
    };
    expect(await (await lease()).next()).toBe('ended');
    expect(await written()).toBe(2);
    receiver.answer = () => Promise.resolve(200);
    expect(await (await lease()).next()).toBe('sent');
    const all = [one, two, three, four];
    expect(receiver.batches.map(({ events }) => events)).toEqual([all, [one, two], [three, four], [three, four]]);
  });

  test('R§15.2 R§15.8 what happens while a batch is under way binds the one that was read ahead of it', async () => {
    const happen = async (act: (of: Awaited<ReturnType<typeof scene>>) => unknown): Promise<[string, number[]]> => {
      const of = await scene({ batch: 1 });
      await of.arrive('high', 0);
      await of.arrive('high', 1);
      const rounds = await of.lease();
      of.receiver.answer = async () => {
        of.receiver.answer = () => Promise.resolve(200);
        await of.read(2);
        await act(of);
        return 200;
      };
      vi.useFakeTimers({ toFake: ['performance'] });
      try {
        const progress = await rounds.next();
        const [first] = await of.found();
        return [progress, of.receiver.batches.flatMap(({ events }) => events.map((id) => (id === first ? 1 : 2)))];
      } finally {
        vi.useRealTimers();
      }
    };
    expect(await happen(() => undefined)).toEqual(['sent', [1, 2]]);
    expect(await happen(({ deleteSecondSite }) => deleteSecondSite())).toEqual(['more', [1]]);
    expect(await happen(({ setPlan }) => setPlan('free'))).toEqual(['more', [1]]);
    expect(await happen(({ free }) => free())).toEqual(['ended', [1]]);
    // A redaction binds what is read later, so what was read a second ago is read again.
    expect(await happen(() => vi.advanceTimersByTime(999))).toEqual(['sent', [1, 2]]);
    expect(await happen(() => vi.advanceTimersByTime(1001))).toEqual(['more', [1]]);
  });
});
