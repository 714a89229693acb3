import { DomainError } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { giveTryBack, spendTry, trySpending } from './brake.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const brakeOf = (about: string) => ({ kind: 'password', about }) as const;

test('R§10.8 of 40 tries at once for one e-mail exactly 10 are judged, and another e-mail has its own', async () => {
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => trySpending(world, brakeOf('a@example.com'))));
  expect(outcomes.filter(Boolean)).toHaveLength(10);
  expect(await trySpending(world, brakeOf('b@example.com'))).toBe(true);
});

test('R§10.8 a try over the brake says in how many seconds the next one is', async () => {
  const brake = brakeOf('c@example.com');
  for (let tries = 0; tries < 10; tries += 1) await spendTry(world, brake);
  const refused = await spendTry(world, brake).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'rate_limited' });
  const seconds = refused instanceof DomainError ? (refused.retryAfter ?? 0) : 0;
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(360);
});

test('R§10.8 ten tries come back in an hour, and a success gives its try back at once', async () => {
  const brake = brakeOf('d@example.com');
  for (let tries = 0; tries < 10; tries += 1) await spendTry(world, brake);
  await giveTryBack(world, brake);
  expect([await trySpending(world, brake), await trySpending(world, brake)]).toEqual([true, false]);
  await world.db.work.query(`UPDATE brake SET at = at - interval '30 minutes'`);
  const later = await Promise.all(Array.from({ length: 10 }, () => trySpending(world, brake)));
  expect(later.filter(Boolean)).toHaveLength(5);
});

test('R§10.8 the table holds no e-mail', async () => {
  await spendTry(world, brakeOf('e@example.com'));
  const { rows } = await world.db.work.query<{ text: string }>('SELECT b::text AS text FROM brake b');
  expect(rows.filter(({ text }) => text.includes('example'))).toEqual([]);
});
