import { expect, test } from 'vitest';

import { optionsOfGroups } from './group-options.ts';

const any = { value: '', label: 'Any' };
const shops = { id: '1', name: 'Shops', site_count: 2 };

test('a field offers its own choices and the groups, keeps a chosen group that it does not know, and says what it leaves out', () => {
  const labels = (more: Partial<Parameters<typeof optionsOfGroups>[0]>) =>
    optionsOfGroups({ first: [any], groups: [shops], value: '', more: 0, ...more }).map(({ label }) => label);
  expect(labels({})).toEqual(['Any', 'Shops']);
  expect(labels({ value: '1' })).toEqual(['Any', 'Shops']);
  expect(labels({ value: '2' })).toEqual(['Any', '…', 'Shops']);
  expect(labels({ value: '2', isLost: true })).toEqual(['Any', 'not found', 'Shops']);
  expect(labels({ more: 1200 })).toEqual(['Any', 'Shops', 'and 1,200 older ones']);
  expect(labels({ labelOf: (name) => `The group ${name} alone` })).toEqual(['Any', 'The group Shops alone']);
});
