import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { openCeremony, takeCeremony } from './ceremony.ts';

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
  await world.db.work.query(`UPDATE ceremony SET expires_at = now()`);
  await expect(take(id)).rejects.toEqual(expired);
});

test('the table holds the hash of an attempt, not its id', async () => {
  const id = await open();
  const { rows } = await world.db.work.query<{ text: string }>('SELECT c::text AS text FROM ceremony c');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ text }) => text.includes(id))).toEqual([]);
});
