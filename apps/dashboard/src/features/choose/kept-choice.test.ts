import { expect, test } from 'vitest';

import { firstChoice } from './kept-choice.ts';

const sites = [
  { id: '1', status: 'active' },
  { id: '2', status: 'paused' },
  { id: '3', status: 'active' },
];

test('R§10.15 the choice begins with the active sites, and after single sign-on with the ticks it left with', () => {
  expect([...firstChoice(sites, null)]).toEqual(['1', '3']);
  expect([...firstChoice(sites, '2 3 4')]).toEqual(['2', '3']);
  expect([...firstChoice(sites, '')]).toEqual([]);
});
