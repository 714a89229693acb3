import path from 'node:path';

import { expect, test } from 'vitest';

import { listPaths, readTexts } from './repository-files.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const ofPages = /^(apps\/(console|dashboard)|packages\/(ui|contract|browser-verifier|signed-log))\/src\//;
/** A format of the reader's own language; the name of their zone is none. */
const foreign = /Intl\.\w+Format\((?!'en)(?!\)\.resolvedOptions)(?!locale\b)|\.toLocale\w*String\((?!'en)/g;

test('no page formats a number or a date in another language than the one of its words', () => {
  const found = readTexts(root, listPaths(root))
    .filter(({ file }) => ofPages.test(file))
    .flatMap(({ file, text }) => [...text.matchAll(foreign)].map(([words]) => `${file}: ${words}`));
  expect(found).toEqual([]);
});
