import { expect, test } from 'vitest';

import { tableOfTimes } from '../../bin/times.mjs';

const line = (worker: number, file: string, cpuMs: number, wallMs: number): string =>
  `${JSON.stringify({ worker, file, cpuMs, wallMs })}\n`;

test('a file has the time since the one before it in its worker; the slowest file and folder come first', () => {
  const text =
    line(1, '/goal/apps/server/test/a.test.ts', 1000, 2000) +
    line(2, '/goal/packages/db/src/b.test.ts', 4000, 5000) +
    line(1, '/goal/apps/server/test/c.test.ts', 6500, 9000);
  expect(tableOfTimes(text, '/goal')).toEqual([
    '  cpu s   wall s  file',
    '    5.5      7.0  apps/server/test/c.test.ts',
    '    4.0      5.0  packages/db/src/b.test.ts',
    '    1.0      2.0  apps/server/test/a.test.ts',
    '',
    '  cpu s   wall s  folder',
    '    6.5      9.0  apps/server',
    '    4.0      5.0  packages/db',
  ]);
});

test('a file whose tests note their times one by one has their sum', () => {
  const text = line(1, '/goal/e2e/journeys/a.test.ts', 100, 200) + line(1, '/goal/e2e/journeys/a.test.ts', 300, 700);
  expect(tableOfTimes(text, '/goal')[1]).toBe('    0.3      0.7  e2e/journeys/a.test.ts');
});
