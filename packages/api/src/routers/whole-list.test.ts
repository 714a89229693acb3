import type { Part } from '@goal/core';
import { expect, test } from 'vitest';

import type { Context } from '../http/context.ts';
import { wholeList } from './whole-list.ts';

/** A list of so many numbers, in parts of two unless more are asked for; `asked` hears how many each part behind the first was to have. */
function listOf(count: number, asked: (number | undefined)[], from = 0, limit = 2): Part<number> {
  const rows = Array.from({ length: Math.min(limit, count - from) }, (_, at) => from + at);
  const end = from + rows.length;
  const next = (most?: number): Promise<Part<number>> => {
    asked.push(most);
    return Promise.resolve(listOf(count, asked, end, most));
  };
  return { rows, next: end < count ? next : undefined };
}

test('R§5.3: native tRPC reads all that is behind the first part by one statement, whose time a request has; of more than 10,000 rows it reads no more than that', async () => {
  // As much of a request as this door looks at.
  const ctx = { streams: 'none' } as Context & { revalidate: () => Promise<unknown> };
  const asked: (number | undefined)[] = [];
  const { rows } = await wholeList(ctx, 'rows', listOf(10_000, asked));
  expect(rows).toEqual(Array.from({ length: 10_000 }, (_, at) => at));
  await expect(wholeList(ctx, 'rows', listOf(10_001, asked))).rejects.toMatchObject({ code: 'too_many_rows' });
  expect(asked).toEqual([9998, 9998]);
});
