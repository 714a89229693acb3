import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

import { afterAll, expect, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { newEvent, openWorld, storeAll } from '../../../test/event-world.ts';
import { openEventServices } from '../../open-core.ts';
import { createStream } from '../manage/create-stream.ts';
import { StreamRounds } from './deliver-round.ts';
import { leaseStreams } from '../place/leases.ts';
import { DeliveryNotes } from './note-delivery.ts';

const world = await openWorld();
afterAll(() => world.close());

/** A store whose first put waits until it is let go. */
async function openStore() {
  const objects = new Map<string, number[]>();
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let came = (): void => {};
  const hasCome = new Promise<void>((resolve) => (came = resolve));
  let puts = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void put(request.url ?? '', Buffer.concat(parts)).then(() => response.end()));
  });
  const put = async (name: string, body: Buffer): Promise<void> => {
    puts += 1;
    if (puts === 1) {
      came();
      await held;
    }
    const lines = gunzipSync(body).toString().trim().split('\n');
    objects.set(
      name,
      lines.map((line) => (JSON.parse(line) as { id: number }).id),
    );
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens has one
  return { objects, hasCome, letGo, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test('R§15.1 a put that ends after another process has put the same file, and more behind it, takes nothing away', async () => {
  const store = await openStore();
  const streams = { allowNets: '127.0.0.1' };
  const [a, b] = [await openEventServices(world.db, { streams }), await openEventServices(world.db, { streams })];
  const { account, sites } = await world.account();
  const of = { account, site: sites[0] ?? 0 };
  const { id: accountId } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account } });
  const sink = {
    type: 's3' as const,
    open: {
      endpoint: store.url,
      region: 'us-east-1',
      bucket: 'archive',
      prefix: '',
      access_key_id: 'AKIA',
      path_style: true,
      minutes: 1,
    },
    secret: 'x',
  };
  const caller = { actor: { kind: 'cli', name: 'test' } as const, account: { rowId: account, id: accountId } };
  const { id } = await createStream(coreOf({ ...world, events: a }), caller, { name: 'archive', sink });
  const { rowId } = await world.db.prisma.stream.findFirstOrThrow({ where: { id } });
  /** One process that leases the stream. */
  const lease = async (services: typeof a) => {
    await world.db.work.query(`update stream set lease_until = null, sink = jsonb_set(sink, '{minutes}', '0')`);
    const [stream] = await leaseStreams(world.db, [rowId]);
    if (stream === undefined) throw new Error('the stream is not free');
    const notes = new DeliveryNotes(world.db, rowId, services.streams.figures);
    const means = { mailer: undefined, dashboardUrl: '', notes, signal: new AbortController().signal };
    return new StreamRounds(coreOf({ ...world, events: services }), stream, means);
  };
  await storeAll(world, of, [newEvent(), newEvent()]);
  const standing = (await lease(a)).next();
  await store.hasCome;
  await storeAll(world, of, [newEvent(), newEvent(), newEvent()]);
  const other = await lease(b);
  expect(await other.next()).toBe('more');
  expect(await other.next()).toBe('sent');
  store.letGo();
  // It has lost its lease meanwhile.
  expect(await standing).toBe('ended');
  const { rows } = await world.db.work.query<{ id: number }>('select id from event where account = $1 order by id', [
    account,
  ]);
  const sorted = [...store.objects].toSorted(([x], [y]) => (x < y ? -1 : 1));
  expect(sorted.map(([, ids]) => ids.length)).toEqual([2, 3]);
  expect(sorted.flatMap(([, ids]) => ids)).toEqual(rows.map((row) => Number(row.id)));
  store.close();
  await Promise.all([a.streams.close(), b.streams.close()]);
});
