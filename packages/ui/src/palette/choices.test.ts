import { expect, it } from 'vitest';

import { type Choice, distinct, matching, recentChoices, remember } from './choices.ts';

const place = (key: string, label = key): Choice => ({ key, group: 'Accounts', label, href: `/accounts/${key}` });

it('a choice is found by any of its words, in any case and any order', () => {
  const choices = [place('a', 'Change plan …'), place('b', 'Create account')];
  expect(matching(choices, 'PLAN change')).toEqual([choices[0]]);
  expect(matching(choices, '  ')).toEqual(choices);
  expect(matching(choices, 'plan site')).toEqual([]);
});

it('remembers the last six pages, each once, and nothing transient', () => {
  for (const key of ['1', '2', '3', '4', '5', '6', '7', '3']) remember(place(key));
  remember({ ...place('do-create'), group: 'Actions', isTransient: true });
  expect(recentChoices().map(({ key }) => key)).toEqual(['3', '7', '6', '5', '4', '2']);
  expect(recentChoices().every(({ group }) => group === 'Recent')).toBe(true);
});

it('of two choices with the same key, the first stays', () => {
  const first = { ...place('a'), group: 'Recent' };
  expect(distinct([first, place('a'), place('b')])).toEqual([first, place('b')]);
});
