import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { isDocument, listPaths, readTexts } from './repository-files.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const page = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
const programs = readTexts(root, listPaths(root))
  .filter(({ file }) => !isDocument(file) && !/(^|\/)test\/|\.test\.tsx?$/.test(file))
  .map(({ text }) => text)
  .join('\n');

/** Sentences of `goal status` in the first column of a table, and messages of the log in «…». */
const quotes = [
  ...page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+ [^`]+)`/g)]),
  ...page.matchAll(/«([a-z][^»]+ [^»]+)»/g),
].map(([, quote = '']) => quote.replaceAll(/\s+/g, ' '));

test('every sentence that docs/operations.md quotes from the status and the log is in the source', () => {
  expect(quotes.length).toBeGreaterThan(9);
  for (const quote of quotes) expect(programs.includes(quote), quote).toBe(true);
});
