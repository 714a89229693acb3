import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { newEvent, ownWorld, storeAll } from '../../../test/event-world.ts';
import { createStream } from '../manage/create-stream.ts';
import { leaseStreams } from '../place/leases.ts';
import { readerOf, readOne } from './read-batch.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // what the flag adds

test('a batch that waits for its sink holds what is sent, and not the long events that were read and did not fit', async () => {
  const world = await ownWorld();
  const core = coreOf(world);
  const { account, sites } = await world.account();
  const { id: accountId } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account } });
  const caller = { actor: { kind: 'cli', name: 'test' } as const, account: { rowId: account, id: accountId } };
  const open = { url: 'https://splunk.example.com:8088', index: null, sourcetype: 'goal:event', ca: null };
  const sink = { type: 'splunk', open, secret: 'a-token' } as const;
  const { id } = await createStream(core, caller, { name: 'SIEM', sink, filters: {} });
  const message = '😀'.repeat(8192);
  for (let part = 0; part < 10; part += 1) {
    const events = Array.from({ length: 100 }, () => newEvent({ message }));
    await storeAll(world, { account, site: sites[0] ?? 0 }, events);
  }
  const { rowId } = await world.db.prisma.stream.findFirstOrThrow({ where: { id } });
  const [stream] = await leaseStreams(world.db, [rowId]);
  if (stream === undefined) throw new Error('the stream is not free');
  const reader = await readerOf(core, stream);
  /** The rows and events of the first batch: whatever holds one of them holds its text. */
  const read: WeakRef<object>[] = [];
  const watched: typeof reader = {
    ...reader,
    async show(found) {
      const events = await reader.show(found);
      if (read.length === 0) read.push(...[found.rows, events].flatMap((list) => list.map((one) => new WeakRef(one))));
      return events;
    },
  };
  const batch = await readOne(watched, stream, Infinity);
  if ('lost' in batch) throw new Error('the position is lost');
  // What was read last may still be held by whoever reads; a second batch takes its place.
  await readOne(watched, stream, Infinity);
  const { length } = batch.events;
  expect(read.length).toBeGreaterThan(10 * length);
  const held = (): number => {
    collectGarbage();
    return read.filter((one) => one.deref() !== undefined).length;
  };
  await expect.poll(held).toBe(length);
  expect(length).toBeGreaterThan(10);
  expect(batch.to).toEqual(batch.behind(length));
  expect(batch.behind(1).eventId).toBe(batch.events[0]?.id);
  expect(batch.isAtEnd).toBe(false);
});
