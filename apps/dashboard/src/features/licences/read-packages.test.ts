import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { readPackages } from './read-packages.ts';

test('R§10.50 the page of licences names what the dashboard is built from, with the texts of their licences', async () => {
  const packages = await readPackages(fileURLToPath(new URL('../../..', import.meta.url)));
  const names = packages.map(({ name }) => name);
  // Of its own manifest, of another package of the workspace, and of a package of theirs.
  expect(names).toEqual(expect.arrayContaining(['next', 'react', '@mantine/notifications', 'scheduler']));
  expect(names).toEqual(names.toSorted());
  expect(names.filter((name) => name.startsWith('@goal/'))).toEqual([]);
  expect(packages.filter(({ version, licence }) => version === '' || licence === '')).toEqual([]);
  expect(packages.find(({ name }) => name === 'react')?.text).toContain('Copyright (c) Meta Platforms');
});
