import { expect, test } from 'vitest';

import { madeGroup } from './made-group.ts';

const names = (...groups: [id: string, name: string][]) => ({
  groups: groups.map(([id, name]) => ({ id, name, site_count: 0 })),
  more: 0,
  ungrouped: 0,
});

test('after a lost answer a group counts as made only if its id is new: its name may have been there before', () => {
  const before = names(['1', 'Shops']);
  expect(madeGroup(' Clinics ', before, names(['2', 'Clinics'], ['1', 'Shops']))).toMatchObject({ isDone: true });
  expect(madeGroup('Shops', before, before)).toMatchObject({ isDone: false });
  expect(madeGroup('Clinics', before, before)).toEqual({ isDone: false, sentence: 'The group was not made.' });
  expect(() => madeGroup('Clinics', undefined, before)).toThrow('the groups before are unknown');
});
