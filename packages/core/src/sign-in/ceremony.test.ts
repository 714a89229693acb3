import { transaction } from '@goal/db';
import { until } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { type CeremonyKind, openCeremony, putCeremonyBack, takeCeremony } from './ceremony.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const take = (id: string) => takeCeremony<{ email: string }>(world, 'code_entry', id);
const open = () => openCeremony(world, { kind: 'code_entry', data: { email: 'a@example.com' }, tries: 5 });
const expired = expect.objectContaining({ code: 'attempt_expired' });

test('R§10.13 an attempt gives back what was kept, once, also when it is taken ten times at once', async () => {
  const id = await open();
  const taken = await Promise.allSettled(Array.from({ length: 10 }, () => take(id)));
  const won = taken.filter((one) => one.status === 'fulfilled');
  expect(won).toMatchObject([{ value: { data: { email: 'a@example.com' }, personRowId: null, tries: 5 } }]);
  await expect(take(id)).rejects.toEqual(expired);
});

test('an unknown attempt, one of another kind and an expired one are refused alike', async () => {
  await expect(take('nothing')).rejects.toEqual(expired);
  const id = await open();
  await expect(takeCeremony(world, 'sso', id)).rejects.toEqual(expired);
  await world.db.work.query(`UPDATE ceremony SET expires_at = 'epoch'`);
  await expect(take(id)).rejects.toEqual(expired);
});

test('the table holds the hash of an attempt, not its id', async () => {
  const id = await open();
  const { rows } = await world.db.work.query<{ text: string }>('SELECT c::text AS text FROM ceremony c');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ text }) => text.includes(id))).toEqual([]);
});

/** Runs `work` while the deletion of a person is under way, and resolves to its outcome. */
async function overtaken<T>(rowId: number, work: () => Promise<T>): Promise<T> {
  let working: Promise<T> | undefined;
  let isOver = false;
  const end = (): void => void (isOver = true);
  await transaction(world.db, async (tx) => {
    await tx.person.delete({ where: { rowId } });
    working ??= work();
    working.then(end, end);
    await until(async () => isOver || (await isWaiting()));
  });
  if (working === undefined) throw new Error('the person was not deleted');
  return working;
}

/** Whether a statement of this database waits for a lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await world.db.lookups.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

const makePerson = (name: string) => world.db.prisma.person.create({ data: { email: `${name}@example.com` } });

test('R§2.5 an attempt that the deletion of its person overtakes is refused, and one to sign in is nobody’s', async () => {
  const openOvertaken = async (kind: CeremonyKind): Promise<string> => {
    const { rowId } = await makePerson(kind);
    return overtaken(rowId, () => openCeremony(world, { kind, personRowId: rowId, data: {} }));
  };
  for (const kind of ['passkey_add', 'passkey_confirm', 'code_confirm', 'email', 'totp', 'sso_confirm'] as const)
    await expect(openOvertaken(kind), kind).rejects.toMatchObject({ code: 'invalid_token' });
  for (const kind of ['code_entry', 'second_factor'] as const)
    expect(await takeCeremony(world, kind, await openOvertaken(kind)), kind).toMatchObject({ personRowId: null });
});

test('R§2.5 an attempt is not put back for a person whose deletion is under way', async () => {
  const { rowId } = await makePerson('back');
  const id = await openCeremony(world, { kind: 'second_factor', personRowId: rowId, data: {} });
  const taken = await takeCeremony(world, 'second_factor', id);
  await overtaken(rowId, () => putCeremonyBack(world, 'second_factor', id, taken));
  await expect(takeCeremony(world, 'second_factor', id)).rejects.toEqual(expired);
});
