import { afterAll, expect, test, vi } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { openWorld } from '../../../test/event-world.ts';
import { createStream } from '../manage/create-stream.ts';
import { DeliveryNotes, type NotedDelivery } from './note-delivery.ts';

const world = await openWorld();
afterAll(() => world.close());
const core = coreOf(world);

const delivered = (id: number, over: Partial<NotedDelivery> = {}): NotedDelivery => ({
  outcome: 'delivered',
  events: 1,
  firstId: id,
  lastId: id,
  attempt: 1,
  status: 200,
  error: null,
  said: null,
  tookMs: id,
  bytes: 10,
  ...over,
});

test('R§15.1 while all goes well the deliveries of a second share a row, and a failure has its own at once', async () => {
  const { account } = await world.account();
  const { id } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account }, select: { id: true } });
  const caller = { account: { rowId: account, id }, actor: { kind: 'account_key', name: 'a key' } } as const;
  const sink = { type: 'mail', open: { to: null }, secret: undefined } as const;
  const stream = await createStream(core, caller, { name: 'Alert', sink });
  const { rowId } = await world.db.prisma.stream.findFirstOrThrow({
    where: { id: stream.id },
    select: { rowId: true },
  });
  const rows = async (): Promise<unknown[]> => {
    const { rows: found } = await world.db.work.query(
      `select concat_ws(' ', outcome, events, first_id, last_id, took_ms, bytes) as row from stream_delivery where stream_no = $1 order by no`,
      [rowId],
    );
    return found.map((one: { row?: unknown }) => one.row);
  };
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  try {
    const notes = new DeliveryNotes(core.db, rowId, core.events.streams.figures);
    await notes.add(delivered(1));
    for (const event of [2, 3, 4]) await notes.add(delivered(event));
    expect(await rows()).toEqual(['delivered 1 1 1 1 10']);
    vi.advanceTimersByTime(1000);
    await notes.flush();
    expect(await rows()).toEqual(['delivered 1 1 1 1 10', 'delivered 3 2 4 4 30']);
    await notes.add(delivered(5));
    await notes.add(delivered(6, { outcome: 'failed', status: 503 }));
    expect((await rows()).slice(2)).toEqual(['delivered 1 5 5 5 10', 'failed 1 6 6 6 10']);
    // Nothing waits, so nothing more is written.
    vi.advanceTimersByTime(5000);
    await notes.flush();
    expect(await rows()).toHaveLength(4);
  } finally {
    vi.useRealTimers();
  }
});
