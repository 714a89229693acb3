import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows, type Queryable } from '@goal/db';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { inTransaction } from './in-transaction.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const pid = async (session: Queryable): Promise<number> =>
  (await rows<[number]>(session, { name: 'pid', text: 'select pg_backend_pid()', values: [] }))[0]?.[0] ?? 0;
const failing = (code: string) => `do $$ begin raise 'x' using errcode = '${code}'; end $$`;

/** Takes a lock and fails. Returns the process id of its connection. */
async function fail(code: string): Promise<number> {
  let held = 0;
  const work = inTransaction(world.db.pages, async (session) => {
    held = await pid(session);
    await session.query('select pg_advisory_xact_lock(77)');
    await session.query(failing(code));
  });
  await expect(work).rejects.toMatchObject({ code });
  return held;
}

test.each(['57014', '55P03', '23502'])(
  'after a time limit or a violated constraint (%s) its locks are free at once, and its connection is used again',
  async (code) => {
    const first = await fail(code);
    expect(
      await inTransaction(world.db.pages, (session) =>
        rows(session, { name: 'try', text: 'select pg_try_advisory_xact_lock(77)', values: [] }),
      ),
    ).toEqual([['t']]);
    expect(await inTransaction(world.db.pages, pid)).toBe(first);
  },
);

test('after any other failure the connection is not used again', async () => {
  const first = await fail('P0001');
  expect(await inTransaction(world.db.pages, pid)).not.toBe(first);
});
