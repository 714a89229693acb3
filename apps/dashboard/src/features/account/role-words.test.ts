import { rightsOf, roles, type Standing } from '@goal/contract';
import { expect, test } from 'vitest';

import { whatTheySee } from '../members/what-they-see.ts';
import { promiseOf, roleSentence } from './role-words.ts';

const standings: Standing[] = roles.flatMap((role) => [
  { role, isOfGroup: false },
  ...(role === 'owner' ? [] : [{ role, isOfGroup: true }]),
]);

test('R§10.49 each text about a role holds its rights as the table has them, and tells a group apart', () => {
  for (const standing of standings) {
    const group = standing.isOfGroup ? { name: 'Shops', site_count: 6 } : undefined;
    const promise = promiseOf(standing);
    for (const text of [roleSentence(standing), promise, whatTheySee('', { role: standing.role, group })])
      expect(text).toContain(rightsOf(standing) ?? 'nothing');
    expect(promise.includes('this group and nothing else')).toBe(standing.isOfGroup);
  }
  expect(rightsOf({ role: 'admin', isOfGroup: true })).toBe(
    'manage sites and their keys, and decide which sites keep IP addresses',
  );
});
