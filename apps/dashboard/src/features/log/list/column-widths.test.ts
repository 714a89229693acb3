import type { FoundAccountEvent } from '@goal/contract';
import { expect, test } from 'vitest';

import { columnWidths } from './column-widths.ts';

/** Rows of these users and domains. */
function widthsOf(users: readonly string[], domain = 'shop.example.com') {
  // Only these fields are read.
  const rows = users.map((username) => ({ username, user_id: 0, domain }) as FoundAccountEvent);
  return columnWidths({ count: rows.length, rowAt: (index) => rows[index] });
}

test('a column of users that are mostly missing leaves its room to the message, and one of names has theirs', () => {
  const missing = widthsOf(['', '', '', 'wilhelmina.featherstonehaugh']).user;
  const named = widthsOf(['jo', 'wilhelmina', 'archibald', 'wilhelmina']).user;
  expect(missing).toBeLessThan(2);
  expect(named).toBeCloseTo(10 * 0.5 + 0.6);
});

test('a column of sites is as wide as the longest of them', () => {
  expect(widthsOf([''], 'a.example').site).toBeLessThan(widthsOf([''], 'harbour-bakery.example.com').site);
  expect(columnWidths({ count: 3, rowAt: () => undefined })).toEqual({ site: 0.6, user: 0.6 });
});
