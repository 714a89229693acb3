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

test('every finding of docs/decisions/063-findings-answered.md has its row, and the tests that it names exist', () => {
  const answers = readFileSync(path.join(root, 'docs/decisions/063-findings-answered.md'), 'utf8');
  const rows = answers.split('\n').flatMap((line) => /^\| ((?:[SCDWMI]\d+(?:, )?)+) \|(.*)$/.exec(line) ?? []);
  const ids = rows.filter((_, at) => at % 3 === 1).flatMap((cell) => cell.split(', '));
  const found = { S: 19, C: 27, D: 7, W: 14, M: 7, I: 9 };
  const all = Object.entries(found).flatMap(([letter, last]) =>
    Array.from({ length: last }, (_, at) => `${letter}${at + 1}`),
  );
  expect(ids.toSorted()).toEqual(all.toSorted());

  const named = [...answers.matchAll(/`([\w./-]+\.(?:ts|php))` («[^»]+»(?:, «[^»]+»)*)/g)];
  expect(named.length).toBeGreaterThan(75);
  for (const [, file = '', parts = ''] of named) {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [, part = ''] of parts.matchAll(/«([^»]+)»/g))
      expect(text.includes(part), `${file}: ${part}`).toBe(true);
  }
});
