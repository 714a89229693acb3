import path from 'node:path';

import { expect, test } from 'vitest';

import { listPaths, readTexts } from './repository-files.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const sources = readTexts(root, listPaths(root)).filter(
  ({ file }) => /^(packages|apps|e2e)\/.*\.(ts|mjs)$/.test(file) && !file.endsWith('typed-arguments.all.test.ts'),
);

/** Calls of functions of the catalog, `pg_…`, with a parameter that has no type. */
const untyped = (text: string): string[] =>
  [...text.matchAll(/\bpg_\w+\((?:[^()]|\([^()]*\))*\)/gi)]
    .map(([call]) => call)
    .filter((call) => /\$\d+(?!\d|::)/.test(call));

test('a call of a function of the catalog gives the type of each parameter, because Citus adds functions of the same names', () => {
  expect(untyped('select pg_cancel_backend($1), pg_notify($1::text, $12::text)')).toEqual(['pg_cancel_backend($1)']);
  expect(untyped('select pg_try_lock(hash($1::text), $2)')).toEqual(['pg_try_lock(hash($1::text), $2)']);
  const calls = sources.flatMap(({ file, text }) => untyped(text).map((call) => `${file}: ${call}`));
  expect(calls).toEqual([]);
});
