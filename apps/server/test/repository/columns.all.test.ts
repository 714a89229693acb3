import path from 'node:path';

import { expect, test } from 'vitest';

import { longComments, longLines } from './columns.ts';
import { isDocument, listPaths, readTexts } from './repository-files.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

/**
 * The contract's own text; what tests write; and migrations, whose checksums databases remember.
 */
const exempt = /^(docs\/contract\/|prisma\/migrations\/|packages\/client\/src\/generated\/)/;

test('comments have at most 100 columns, documents 120', () => {
  const texts = readTexts(root, listPaths(root)).filter(({ file }) => !exempt.test(file));
  const tooLong = texts.flatMap(({ file, text }) =>
    (isDocument(file) ? longLines(text) : longComments(text)).map((line) => `${file}:${line}`),
  );
  expect(tooLong).toEqual([]);
});

test('code, tables, links and directives are no lines of text', () => {
  const long = `${'word '.repeat(30)}end`;
  expect(longComments(`// ${long}\n/** ${long} */\n * ${long}\n# ${long}\nconst a = '${long}';`)).toEqual([1, 2, 3, 4]);
  expect(longComments(`// oxlint-disable ${long}\n// https://a.test/${'a'.repeat(120)}`)).toEqual([]);
  expect(longLines(`${long}\n| ${long} |\n\`\`\`\n${long}\n\`\`\`\n- ${long}`)).toEqual([1, 6]);
});
