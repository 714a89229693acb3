import { runsOf } from '@goal/db/testing';
import { expect, test } from 'vitest';

import { ownWorld } from '../../test/event-world.ts';
import { LogModel } from '../../test/log-model.ts';

const acts = runsOf(25, 2000);
const seed = 25;

test('whatever happens to an account, its bundle verifies, and what is gone is what a list in memory says', async () => {
  const model = await LogModel.open(await ownWorld(), seed);
  try {
    for (let act = 0; act < acts; act += 1) await model.act();
    await model.bundle();
  } catch (error) {
    throw new Error(`after ${model.acts.join(', ')}`, { cause: error });
  }
  expect(model.bundles).toBeGreaterThan(acts / 50);
});
