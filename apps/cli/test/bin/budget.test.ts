import { expect, test } from 'vitest';

import { compare, count } from '../../bin/budget.mjs';

const listed = { tables: 70, 'lines of packages/db': 5000, 'files side by side in packages/contract/src': 66 };

test('what grows is named with both numbers, the list and what the commit says', () => {
  const { faults } = compare({ ...listed, tables: 71, 'lines of apps/new': 3 }, listed);
  expect(faults).toEqual([
    expect.stringMatching(
      /^«tables» is 71, and 70 in apps\/cli\/bin\/budget\.json: .*say in the message of the commit/,
    ),
    expect.stringMatching(/^«lines of apps\/new» is 3, and 0 in apps\/cli\/bin\/budget\.json: /),
  ]);
});

test('what shrinks lowers the list, what is gone leaves it, and what grew is never raised by it', () => {
  expect(compare({ tables: 71, 'lines of packages/db': 4999 }, listed).lower).toEqual({
    tables: 70,
    'lines of packages/db': 4999,
  });
  expect(compare(listed, listed)).toEqual({ faults: [], lower: undefined });
});

test('the house is counted by room: lines, variables, tables, words, and crowded folders', () => {
  const counted = count();
  expect(counted['lines of packages/core']).toBeGreaterThan(10_000);
  expect(counted['environment variables of apps/server']).toBeGreaterThan(30);
  expect(counted['environment variables of packages/core']).toBeGreaterThan(3);
  expect(counted['tables']).toBeGreaterThan(50);
  expect(counted['words of docs/contributing.md']).toBeGreaterThan(10);
  expect(counted['words of packages/sinks/README.md']).toBeGreaterThan(1);
});
