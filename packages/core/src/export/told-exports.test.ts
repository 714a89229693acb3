import { randomUUID } from 'node:crypto';

import { limits } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { coreOf } from '../../test/core-of.ts';
import { openWorld, type EventWorld } from '../../test/event-world.ts';
import type { Caller } from '../ground/caller.ts';
import type { Core } from '../core.ts';
import { findMemberExport } from './export-events.ts';
import { beginTold, forgetExports, getAccountExport } from './told-exports.ts';

let world: EventWorld;
let core: Core;
beforeAll(async () => {
  world = await openWorld();
  core = coreOf(world);
});
afterAll(() => world.close());

async function openAccount(): Promise<{ account: number; caller: Caller }> {
  const { account } = await world.account();
  const { id } = await world.db.prisma.account.findFirstOrThrow({ where: { rowId: account } });
  return { account, caller: { actor: { kind: 'account_key', name: 'test' }, account: { rowId: account, id } } };
}

async function begin(account: number, { startedAt = new Date(), session = 0 } = {}): Promise<string> {
  const id = randomUUID();
  const act = { kind: 'account_key', name: 'test', siteId: undefined, detail: {} } as const;
  await beginTold(world.db, { id, account, format: 'csv', startedAt, session }, act);
  return id;
}

const isTold = (caller: Caller, id: string): Promise<boolean> =>
  getAccountExport(core, caller, id).then(
    (view) => view.id === id,
    () => false,
  );
const { days, perAccount } = limits.toldExports;

test('R§9.12 of an account the newest 1,000 exports are told, the oldest leave, also when twenty begin at once', async () => {
  const { account, caller } = await openAccount();
  const { account: another, caller: other } = await openAccount();
  const ofAnother = await begin(another);
  const oldest = await begin(account);
  await world.db.work.query(
    `insert into export (id, account_no, format, started_at)
     select gen_random_uuid(), $1, 'csv', now() from generate_series(1, $2::int)`,
    [account, perAccount - 2],
  );
  const second = await begin(account);
  expect(await isTold(caller, oldest)).toBe(true);
  const newest = await Promise.all(Array.from({ length: 20 }, () => begin(account)));
  const { rowCount } = await world.db.work.query('select from export where account_no = $1', [account]);
  expect(rowCount).toBe(perAccount);
  expect(await isTold(caller, oldest)).toBe(false);
  for (const id of [second, ...newest]) expect(await isTold(caller, id)).toBe(true);
  expect([await isTold(other, ofAnother), await isTold(caller, ofAnother)]).toEqual([true, false]);
});

test('R§9.12 an export is told for 30 days, and then forgotten', async () => {
  const { account, caller } = await openAccount();
  const ago = (hours: number): Date => new Date(Date.now() - days * 86_400_000 + hours * 3_600_000);
  const [old, young] = [await begin(account, { startedAt: ago(-1) }), await begin(account, { startedAt: ago(1) })];
  expect([await isTold(caller, old), await isTold(caller, young)]).toEqual([false, true]);
  await forgetExports(core);
  const { rows } = await world.db.work.query<{ id: string }>('select id::text from export where account_no = $1', [
    account,
  ]);
  expect(rows).toEqual([{ id: young }]);
});

test('R§10.33 a session is told of its last export in the account for a day: whether it is whole, was cut off, or has not ended', async () => {
  const { account, caller } = await openAccount();
  const session = { keyRowId: 1 };
  const told = () => findMemberExport(core, { caller, session });
  const end = (id: string, sha256: string | null) =>
    world.db.prisma.export.update({ where: { id }, data: { endedAt: new Date(), events: 7, bytes: 70, sha256 } });
  expect(await told()).toEqual({ export: null, cut_off: null, last: null });
  await begin(account, { session: 1, startedAt: new Date(Date.now() - 25 * 3_600_000) });
  // Of another session.
  await begin(account, { session: 2 });
  expect(await told()).toEqual({ export: null, cut_off: null, last: null });
  const first = await begin(account, { session: 1 });
  // Its process died, or another instance runs it.
  expect(await told()).toMatchObject({
    export: null,
    cut_off: null,
    last: { id: first, ended_at: null, complete: false, events: 0, bytes: 0, sha256: null },
  });
  await end(first, null);
  expect(await told()).toMatchObject({
    cut_off: { format: 'csv', events: 7 },
    last: { id: first, complete: false, sha256: null },
  });
  const second = await begin(account, { session: 1 });
  await end(second, 'a'.repeat(64));
  expect(await told()).toMatchObject({ cut_off: null, last: { id: second, complete: true, events: 7, bytes: 70 } });
});
