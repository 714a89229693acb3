import { randomUUID } from 'node:crypto';

import { afterAll, expect, test } from 'vitest';

import { openWorld } from '../../../test/event-world.ts';
import { pauseAfter } from '../deliver/retry-pause.ts';
import { openStreamCipher, StreamSecretLost } from './stream-cipher.ts';

const world = await openWorld();
afterAll(() => world.close());

test('R§15.6: a secret that is set or exchanged later opens what was sealed before; without its key nothing opens, and nothing opens for another stream', async () => {
  const [id, secrets] = [randomUUID(), { field: 'a token', signing: 'whsec_x' }];
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
  const byDatabase = await openStreamCipher(world.db, []).seal(id, secrets);
  const byFirst = await openStreamCipher(world.db, [first]).seal(id, secrets);
  expect(byFirst.includes('a token')).toBe(false);
  const both = openStreamCipher(world.db, [second, first]);
  expect(await both.unseal(id, byDatabase)).toEqual(secrets);
  expect(await both.unseal(id, byFirst)).toEqual(secrets);
  await expect(openStreamCipher(world.db, [second]).unseal(id, byFirst)).rejects.toThrow(StreamSecretLost);
  await expect(both.unseal(randomUUID(), byFirst)).rejects.toThrow(StreamSecretLost);
});

test('R§15.7: pauses grow to an hour, give or take a fifth, and are never shorter than what the sink asked for', () => {
  const middle = [1, 2, 3, 4, 5, 6, 20].map((attempts) => Math.round(pauseAfter(attempts, 0, 0.5)));
  expect(middle).toEqual([5, 30, 120, 600, 1800, 3600, 3600]);
  expect([pauseAfter(1, 0, 0), pauseAfter(1, 0, 1)].map(Math.round)).toEqual([4, 6]);
  expect(pauseAfter(1, 90, 0.5)).toBe(90);
});
