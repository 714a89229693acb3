import { expect, test } from 'vitest';

import { failuresOfPlaywright, failuresOfVitest } from '../../bin/failures.mjs';

test('vitest: lists each failed test with the first lines of its message, without colours', () => {
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

test('vitest: lists the errors of hooks, which its report does not hold', () => {
  const ofHooks = [{ title: 'a.test.ts > counting', message: 'no database' }];
  const testResults = [{ name: 'a.test.ts', status: 'failed', message: '', assertionResults: [] }];
  expect(failuresOfVitest({ testResults }, ofHooks)).toEqual(['✗ a.test.ts > counting', '    no database']);
});

test('Playwright: lists failed specs at any depth, and errors outside of any test', () => {
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

test('only the first lines of a message are printed', () => {
  const message = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  const testResults = [{ name: 'a.test.ts', status: 'failed', message, assertionResults: [] }];
  expect(failuresOfVitest({ testResults })).toHaveLength(7);
});

test('a run without a report lists no failures', () => {
  expect(failuresOfVitest(undefined)).toEqual([]);
  expect(failuresOfPlaywright(undefined)).toEqual([]);
});
