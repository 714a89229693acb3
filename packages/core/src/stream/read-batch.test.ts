import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, ownWorld, storeAll } from '../../test/event-world.ts';
import { createStream } from './create-stream.ts';
import { leaseStreams } from './leases.ts';
import { allowanceOf, readBatch } from './read-batch.ts';

/** The bytes that are in use once all is collected that nobody holds. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)(); // what the flag adds
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

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
    await storeAll(world.store, { account, site: sites[0] ?? 0 }, events);
  }
  const { rowId } = await world.db.prisma.stream.findFirstOrThrow({ where: { id } });
  const [stream] = await leaseStreams(world.db, [rowId]);
  if (stream === undefined) throw new Error('the stream is not free');
  const allowance = allowanceOf(stream, new AbortController().signal);
  const read = () => readBatch(core, stream, { allowance, fileEvents: Infinity, batchEvents: Infinity });
  await read();
  const before = usedBytes();
  const held = [];
  while (held.length < 10) held.push(await read());
  const each = (usedBytes() - before) / held.length;
  // A batch has at most 1 MiB; what is read for it, up to 32, which the last one may still hold.
  expect(each).toBeLessThan(6 * 1_048_576);
  const [batch] = held;
  if (batch === undefined || 'lost' in batch) throw new Error('the position is lost');
  expect(batch.events.length).toBeGreaterThan(10);
  expect(batch.to).toEqual(batch.behind(batch.events.length));
  expect(batch.behind(1).eventId).toBe(batch.events[0]?.id);
  expect(batch.isAtEnd).toBe(false);
});
