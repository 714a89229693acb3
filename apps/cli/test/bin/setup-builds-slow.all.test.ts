import { afterAll, beforeAll, expect, test } from 'vitest';

import { openScratchCheckout, type ScratchCheckout } from './scratch-checkout.ts';

// In order: each test goes on from the checkout that the one before left.
let checkout: ScratchCheckout;
beforeAll(() => {
  checkout = openScratchCheckout();
});
afterAll(() => checkout.close());

const both = ['next console', 'next dashboard'];

test('DASHBOARD_PORT=off and CONSOLE_PORT=off build neither app; the start says what it does and how far it is', async () => {
  const { printed, tools } = await checkout.run('start', { CONSOLE_PORT: 'off', DASHBOARD_PORT: 'off' });
  expect(tools).toEqual(['install', 'prisma', 'tsc', 'pack']);
  expect(printed.split('\n')).toEqual([
    'installing dependencies (1 of 4) …',
    'generating the Prisma client (2 of 4) …',
    'building (3 of 4) …',
    'packing the client and the plugin (4 of 4) …',
    'started',
    '',
  ]);
});

test('DASHBOARD_PORT=off builds the console alone', async () => {
  const { printed, tools } = await checkout.run('start', { DASHBOARD_PORT: 'off' });
  expect(tools).toEqual(['next console']);
  expect(printed).toBe('building the console (5 of 5) …\nstarted\n');
});

test('a start builds the app that is not built yet, and another start nothing', async () => {
  const first = await checkout.run('start');
  expect(first.tools).toEqual(['next dashboard']);
  expect(first.printed).toBe('building the dashboard (6 of 6) …\nstarted\n');
  expect(await checkout.run('start')).toEqual({ printed: 'started\n', tools: [] });
});

test.each([
  ['apps/dashboard/src/app/page.tsx', ['next dashboard']],
  ['apps/wordpress/goal-sender/readme.txt', ['pack', 'next dashboard']],
  ['apps/console/src/app/page.tsx', ['next console']],
  ['apps/console/next.config.mjs', ['next console']],
  ['packages/ui/src/theme/global.css', both],
  ['packages/contract/src/main.ts', ['tsc', ...both]],
  ['packages/core/src/main.ts', ['tsc']],
  ['apps/dashboard/src/session/next-path.test.ts', []],
  ['docs/guide/keys.md', []],
])('after a change of %s a start builds only what it is part of', async (file, expected) => {
  checkout.change(file);
  expect((await checkout.run('start')).tools).toEqual(expected);
  expect((await checkout.run('start')).tools).toEqual([]);
});

test('an app whose build was deleted is built again, alone', async () => {
  checkout.remove('apps/dashboard/.next');
  expect((await checkout.run('start')).tools).toEqual(['next dashboard']);
});
