import { afterAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { newEvent, openWorld, storeAll } from '../../test/event-world.ts';
import type { Caller } from '../ground/caller.ts';
import { DeliveryNotes } from '../stream/deliver/note-delivery.ts';
import { redactEvent } from './redact-event.ts';

const world = await openWorld();
afterAll(() => world.close());
const core = coreOf(world);

async function ownAccount(): Promise<{ caller: Caller; site: number }> {
  const { account, sites } = await world.account();
  const { id } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account }, select: { id: true } });
  const caller = { actor: { kind: 'account_key', name: 'abcdefgh' }, account: { rowId: account, id } } as const;
  return { caller, site: sites[0] ?? expect.fail() };
}

test('R§13.2 words of receivers are forgotten with the event, and none are kept later: not of a delivery that is under way, and not of an event set aside; a stream that is made afterwards keeps them', async () => {
  const [made, other] = [await ownAccount(), await ownAccount()];
  await storeAll(world, { account: made.caller.account.rowId, site: made.site }, [newEvent({ username: 'ada' })]);
  const said = 'queue full at event of ada';
  const stream = async ({ caller }: { caller: Caller }, name: string): Promise<number> => {
    const { rowId } = await world.db.prisma.stream.create({
      data: { accountRowId: caller.account.rowId, name, sink: {}, sealed: Buffer.of(), era: 1, seq: 0 },
    });
    await world.db.prisma.streamSetAside.create({
      data: { streamRowId: rowId, eventId: 1, error: 'a sentence', said },
    });
    return rowId;
  };
  const note = (rowId: number): Promise<void> =>
    new DeliveryNotes(world.db, rowId, core.events.streams.figures).add({
      outcome: 'failed',
      events: 1,
      firstId: 1,
      lastId: 1,
      attempt: 1,
      status: 503,
      error: 'a sentence',
      said,
      tookMs: 1,
      bytes: 1,
    });
  const wordsOf = async (rowId: number): Promise<(string | null)[]> => {
    const where = { streamRowId: rowId };
    const rows = [
      ...(await world.db.prisma.streamDelivery.findMany({ where })),
      ...(await world.db.prisma.streamSetAside.findMany({ where })),
    ];
    expect(rows.map(({ error }) => error)).toEqual(rows.map(() => 'a sentence'));
    return rows.map((row) => row.said);
  };
  const [own, foreign] = [await stream(made, 'own'), await stream(other, 'foreign')];
  for (const rowId of [own, foreign]) await note(rowId);
  expect(await wordsOf(own)).toEqual([said, said]);
  const event = await world.db.prisma.event.findFirstOrThrow({ where: { account: made.caller.account.rowId } });
  await redactEvent(core, made.caller, Number(event.id));
  expect(await wordsOf(own)).toEqual([null, null]);
  await note(own);
  expect(await wordsOf(own)).toEqual([null, null, null]);
  expect(await wordsOf(foreign)).toEqual([said, said]);
  const later = await stream(made, 'later');
  await note(later);
  expect(await wordsOf(later)).toEqual([said, said]);
});
