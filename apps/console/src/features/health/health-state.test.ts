import { expect, it } from 'vitest';

import { healthState } from './health-state.ts';

it('each state has its own words and its own sign, and a failed question makes an older answer unknown', () => {
  const states = [healthState(undefined, false), healthState([], false), healthState(['a', 'b'], false)];
  expect(states.map(({ sign, words }) => `${sign} ${words}`)).toEqual([
    '… Asking',
    '✓ All is well',
    '! Wanted: 2 things',
  ]);
  expect(healthState([], true)).toEqual({ state: 'unknown', sign: '?', words: 'Not known' });
});
