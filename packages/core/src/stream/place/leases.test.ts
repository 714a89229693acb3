import { expect, test } from 'vitest';

import { coreOf } from '../../../test/core-of.ts';
import { ownWorld } from '../../../test/event-world.ts';
import { createStream } from '../manage/create-stream.ts';
import { leaseStreams } from './leases.ts';

test('R§15.1 a stream of a type that this version does not know is left alone, and the streams beside it are sent', async () => {
  const world = await ownWorld();
  const { account } = await world.account(1);
  const { id: accountId } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account } });
  const caller = { actor: { kind: 'cli', name: 'test' } as const, account: { rowId: account, id: accountId } };
  const open = { url: 'https://hooks.example.com/goal', batch: 100, body: 'standard' };
  const sink = { type: 'webhook', open, secret: undefined } as const;
  for (const name of ['known', 'newer']) await createStream(coreOf(world), caller, { name, sink });
  await world.db.work.query(`update stream set sink = '{"type":"pigeon"}' where name = 'newer'`);
  const streams = await world.db.prisma.stream.findMany({ select: { rowId: true } });
  const leased = await leaseStreams(
    world.db,
    streams.map(({ rowId }) => rowId),
  );
  expect(leased.map(({ name }) => name)).toEqual(['known']);
});
