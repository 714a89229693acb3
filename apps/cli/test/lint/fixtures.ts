const imports = 'eslint(no-restricted-imports)';
const environment = 'node(no-process-env)';

/**
 * Files that must not pass, each with the one rule that catches it: path, source, rule. Every
 * import that is forbidden between packages has one.
 */
export const bad: readonly (readonly [path: string, source: string, rule: string])[] = [
  ['packages/contract/src/to-db.ts', "export * from '@goal/db';", imports],
  ['packages/contract/src/to-node.ts', "export * from 'node:fs';", imports],
  ['packages/contract/src/to-db.test.ts', "export * from '@goal/db/testing';", imports],
  ['packages/db/src/to-core.ts', "export * from '@goal/core';", imports],
  ['packages/core/src/to-api.ts', "export * from '@goal/api';", imports],
  ['packages/core/src/deep/to-express.ts', "export * from 'express';", imports],
  ['packages/core/src/to-trpc.ts', "export * from '@trpc/server';", imports],
  ['packages/core/src/to-trpc-part.ts', "export * from '@trpc/server/http';", imports],
  ['packages/core/src/to-next.ts', "export * from 'next/server';", imports],
  ['packages/core/src/to-react.ts', "export * from 'react';", imports],
  ['packages/api/src/to-server.ts', "export * from '@goal/server';", imports],
  ['packages/api/src/to-db.ts', "export * from '@goal/db';", imports],
  ['packages/api/src/to-db-testing.ts', "export * from '@goal/db/testing';", imports],
  ['packages/client/src/to-core.ts', "export * from '@goal/core';", imports],
  ['packages/client/src/trpc.ts', "import { router } from '@goal/api';\nexport const r = router;", imports],
  ['packages/client/test/from-api.ts', "export { router } from '@goal/api';", imports],
  ['packages/client/src/to-api-types.ts', "export type { Router } from '@goal/api';", imports],
  ['packages/client/src/to-contract.ts', "export * from '@goal/contract';", imports],
  ['packages/client/src/to-trpc.ts', "export * from './trpc.ts';", imports],
  ['apps/server/src/to-cli.ts', "export * from '@goal/cli';", imports],
  ['apps/cli/src/to-server.ts', "export * from '@goal/server';", imports],
  ['apps/bench/src/to-server.ts', "export * from '@goal/server';", imports],
  ['apps/console/src/to-core.ts', "export * from '@goal/core';", imports],
  ['apps/cli/src/to-e2e.ts', "export * from '../../../e2e/journey.ts';", imports],
  ['packages/core/src/by-path.ts', "export * from '../../db/src/database.ts';", imports],
  ['packages/core/src/deep/by-path.ts', "export * from '../../../db/src/database.ts';", imports],
  ['packages/core/src/by-long-path.ts', "export * from '../../../packages/db/src/database.ts';", imports],
  ['packages/core/src/by-dist.ts', "export * from '../../contract/dist/index.js';", imports],
  ['apps/server/src/by-path.test.ts', "export * from '../../../packages/core/src/core.ts';", imports],
  ['packages/core/src/environment.ts', 'export const home = process.env.HOME;', environment],
  ['packages/core/src/bracket.ts', "export const home = process.env['HOME'];", environment],
  ['apps/server/src/environment.ts', 'export const home = process.env.HOME;', environment],
  ['packages/core/src/circle-there.ts', "export * from './circle-back.ts';", 'import(no-cycle)'],
  ['packages/core/src/circle-back.ts', "export * from './circle-there.ts';", 'import(no-cycle)'],
  [
    'packages/core/src/floating.ts',
    'async function work() {}\nexport function start() {\n  work();\n}',
    'typescript(no-floating-promises)',
  ],
  [
    'packages/core/src/misused.ts',
    'export const wait = (work: () => Promise<boolean>) => {\n  if (work()) throw new Error();\n};',
    'typescript(no-misused-promises)',
  ],
  ['packages/core/src/any.ts', 'export const value = (x: any) => String(x);', 'typescript(no-explicit-any)'],
  ['packages/core/src/bang.ts', 'export const first = (x: string[]) => x[0]!;', 'typescript(no-non-null-assertion)'],
  [
    'packages/core/src/type-import.ts',
    "import { Shape } from './shape.ts';\nexport const same = (x: Shape) => x;",
    'typescript(consistent-type-imports)',
  ],
  ['packages/core/src/ignored.ts', '// @ts-ignore\nexport const x: string = 1;', 'typescript(ban-ts-comment)'],
  [
    'packages/core/src/expected.ts',
    '// @ts-expect-error it is a number\nexport const x: string = 1;',
    'typescript(ban-ts-comment)',
  ],
  ['packages/core/src/unused.ts', 'const unused = 1;\nexport {};', 'eslint(no-unused-vars)'],
  ['packages/core/src/console.ts', "console.log('here');\nexport {};", 'eslint(no-console)'],
  ['packages/core/src/long.ts', `${'export {};\n'.repeat(301)}`, 'eslint(max-lines)'],
  [
    'packages/core/src/only.test.ts',
    "import { expect, test } from 'vitest';\ntest.only('a', () => expect(1).toBe(1));",
    'vitest(no-focused-tests)',
  ],
  [
    'packages/core/src/skip.test.ts',
    "import { expect, test } from 'vitest';\ntest.skip('a', () => expect(1).toBe(1));",
    'vitest(no-disabled-tests)',
  ],
  ['packages/core/src/todo.test.ts', "import { test } from 'vitest';\ntest.todo('a');", 'vitest(warn-todo)'],
];

/** Files that must pass: the rules above must not be so broad that they forbid these. */
export const good: readonly (readonly [path: string, source: string])[] = [
  ['packages/db/src/good.ts', "export * from '@goal/contract';"],
  [
    'packages/core/src/good.ts',
    "export * from '@goal/contract';\nexport * from '@goal/db';\nexport * from './deep/good.ts';",
  ],
  ['packages/core/src/deep/good.ts', "export * from '../shape.ts';"],
  ['packages/core/src/shape.ts', 'export type Shape = { name: string };'],
  ['packages/core/src/good.test.ts', "export * from '@goal/db/testing';"],
  ['packages/api/src/good.ts', "export * from '@goal/core';\nexport * from 'express';"],
  ['packages/api/src/good.test.ts', "export * from '@goal/db/testing';"],
  ['packages/client/test/good.ts', "export type { Router } from '@goal/api';\nexport * from '../src/own.ts';"],
  ['packages/client/src/own.ts', 'export const own = 1;'],
  ['apps/server/src/env.ts', 'export const home = process.env.HOME;'],
  ['apps/server/src/good.ts', "export * from '@goal/api';\nexport * from '@goal/core';\nexport * from '@goal/db';"],
  ['apps/cli/test/good.test.ts', "export * from '../src/good.ts';"],
  ['apps/cli/src/good.ts', "console.log('printed');\nexport {};"],
  ['apps/cli/bin/good.mjs', 'console.log(process.env.HOME);'],
];
