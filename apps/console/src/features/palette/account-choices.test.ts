import { expect, it } from 'vitest';

import { accountAt, accountChoices } from './account-choices.ts';

const id = '0192f0a4-5b1c-4c3d-9e2f-0123456789ab';

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

it('no action or tab of the open account is listed as recent later', () => {
  const choices = accountChoices({ id, email: 'a@example.com', is_reseller: false }, null, undefined);
  expect(choices.every(({ isTransient }) => isTransient === true)).toBe(true);
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
