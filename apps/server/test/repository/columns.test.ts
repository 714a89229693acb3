import path from 'node:path';

import { expect, test } from 'vitest';

import { longComments, longLines } from './columns.ts';
import { isDocument, listPaths, readTexts } from './repository-files.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

/** The rooms that keep the columns already. The list only grows; [''] is everything. */
const done: readonly string[] = [
  'README.md',
  'apps/bench/',
  'apps/cli/',
  'apps/console/next.config.mjs',
  'apps/console/src/app/',
  'apps/console/src/env.ts',
  'apps/console/src/features/',
  'apps/console/src/lib/',
  'apps/console/src/proxy.ts',
  'apps/console/src/shell/',
  'apps/console/src/theme/',
  'apps/console/src/trpc/',
  'apps/console/src/ui/',
  'apps/server/README.md',
  'apps/server/src/docs/',
  'apps/server/src/metrics/',
  'apps/server/test/coverage/',
  'apps/server/test/repository/',
  'apps/wordpress/README.md',
  'docs/architecture.md',
  'docs/changelog.md',
  'docs/contributing.md',
  'docs/decisions/',
  'docs/guide/',
  'docs/operations.md',
  'docs/performance.md',
  'docs/scale.md',
  'docs/wordpress.md',
  'e2e/',
  'packages/api/',
  'packages/client/README.md',
  'packages/contract/README.md',
  'packages/core/README.md',
  'packages/core/src/account/',
  'packages/core/src/billing/',
  'packages/core/src/export/',
  'packages/core/src/group/',
  'packages/core/src/key/',
  'packages/core/src/list/',
  'packages/core/src/ground/',
  'packages/core/src/limit/',
  'packages/core/src/mail/',
  'packages/core/src/plan/',
  'packages/core/src/retention/',
  'packages/core/src/site/',
  'packages/db/src/rows.ts',
  'pnpm-workspace.yaml',
  'packages/core/src/tail/',
  'packages/core/test/',
  'prisma/',
];

/**
 * The contract's own text; what tests write; and migrations, whose checksums databases remember.
 */
const exempt =
  /^(docs\/contract\/|docs\/contract-coverage\.md|prisma\/migrations\/|packages\/client\/src\/generated\/)/;

test('comments have at most 100 columns, documents 120', () => {
  const texts = readTexts(root, listPaths(root)).filter(
    ({ file }) => !exempt.test(file) && done.some((room) => file.startsWith(room)),
  );
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
