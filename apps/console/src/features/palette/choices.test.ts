import { expect, it } from 'vitest';

import { accountAt, accountChoices, type Choice, distinct, matching, recentChoices, remember } from './choices.ts';

const id = '0192f0a4-5b1c-4c3d-9e2f-0123456789ab';
const place = (key: string, label = key): Choice => ({ key, group: 'Accounts', label, href: `/accounts/${key}` });

it('a choice is found by any of its words, in any case and any order', () => {
  const choices = [place('a', 'Change plan …'), place('b', 'Create account')];
  expect(matching(choices, 'PLAN change')).toEqual([choices[0]]);
  expect(matching(choices, '  ')).toEqual(choices);
  expect(matching(choices, 'plan site')).toEqual([]);
});

it('an account counts as open on its own page only', () => {
  expect(accountAt(`/accounts/${id}`)).toBe(id);
  for (const path of ['/accounts', `/accounts/${id}/x`, `/sites/${id}`, '/accounts/new']) {
    expect(accountAt(path), path).toBeUndefined();
  }
});

it('an action on the open account opens its dialog on the same tab', () => {
  const [flip] = accountChoices({ id, email: 'a@example.com', is_reseller: true }, 'keys', undefined);
  expect(flip).toMatchObject({ label: 'Turn reseller off …', href: `/accounts/${id}?tab=keys&dialog=reseller` });
});

it('no choice offered to a read-only token changes anything', () => {
  const choices = accountChoices({ id, email: 'a@example.com', is_reseller: false }, null, 'because');
  expect(choices.filter(({ href }) => href?.includes('dialog'))).toEqual([]);
  expect(choices.find(({ label }) => label === 'Turn reseller on …')).toMatchObject({
    isRefused: true,
    hint: 'because',
  });
  expect(choices.find(({ label }) => label === 'Show its sites')?.href).toBe(`/accounts/${id}?tab=sites`);
});

it('remembers the last six pages, each once, and no actions', () => {
  for (const key of ['1', '2', '3', '4', '5', '6', '7', '3']) remember(place(key));
  remember({ ...place('do-create'), group: 'Actions' });
  expect(recentChoices().map(({ key }) => key)).toEqual(['3', '7', '6', '5', '4', '2']);
  expect(recentChoices().every(({ group }) => group === 'Recent')).toBe(true);
});

it('of two choices with the same key, the first stays', () => {
  const first = { ...place('a'), group: 'Recent' as const };
  expect(distinct([first, place('a'), place('b')])).toEqual([first, place('b')]);
});
