import { statusLines } from '@goal/contract';
import { startRedis } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { defaultSettings } from '../core.ts';
import { getStatus } from './get-status.ts';

let world: EventWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('R§9.1 R§2.6 status says whether rate limits are shared through Redis, and lists an unreachable Redis as a problem', async () => {
  const look = async (redisUrl: string | undefined) => {
    const status = await getStatus({ db: world.db, settings: { ...defaultSettings, redisUrl } });
    const line = statusLines(status).find(([label]) => label === 'Redis')?.[1];
    return [line, status.concerns.filter((one) => one.includes('Redis'))];
  };
  expect(await look(undefined)).toEqual([['none: each instance applies rate limits by itself'], []]);
  const redis = await startRedis();
  try {
    expect(await look(redis.url)).toEqual([['reachable: rate limits are shared'], []]);
    await redis.kill();
    expect(await look(redis.url)).toEqual([
      ['out of reach: ECONNREFUSED'],
      ['Redis is out of reach: each instance applies rate limits by itself.'],
    ]);
  } finally {
    await redis.stop();
  }
});
