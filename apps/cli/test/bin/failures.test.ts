import { expect, test } from 'vitest';

import { failuresOfPlaywright, failuresOfVitest } from '../../bin/failures.mjs';

test('of vitest: each failed test with the beginning of its message, without colours', () => {
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'adds', status: 'passed', failureMessages: [] },
        { fullName: 'divides', status: 'failed', failureMessages: ['\u001B[31mExpected 2\u001B[39m\n  got 3'] },
      ],
    },
    { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', message: '', assertionResults: [] },
  ];
  expect(failuresOfVitest({ testResults })).toEqual([
    '✗ a.test.ts > divides',
    '    Expected 2',
    '      got 3',
    '✗ b.test.ts',
    '    no such module',
  ]);
});

test('of Playwright: failed specs however deep they stand, and what is outside of any', () => {
  const failed = {
    file: 'a.test.ts',
    title: 'signs in',
    ok: false,
    tests: [{ results: [{ errors: [{ message: 'late' }] }] }],
  };
  const suites = [{ specs: [{ ok: true }], suites: [{ specs: [failed] }] }];
  expect(failuresOfPlaywright({ errors: [{ message: 'no such module' }], suites })).toEqual([
    '✗ outside of any test',
    '    no such module',
    '✗ a.test.ts > signs in',
    '    late',
  ]);
});

test('a message is told by its first lines only', () => {
  const message = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  const testResults = [{ name: 'a.test.ts', status: 'failed', message, assertionResults: [] }];
  expect(failuresOfVitest({ testResults })).toHaveLength(7);
});

test('a run without a report has none to tell', () => {
  expect(failuresOfVitest(undefined)).toEqual([]);
  expect(failuresOfPlaywright(undefined)).toEqual([]);
});
