import type { Part } from '@goal/core';
import { expect, test } from 'vitest';

import type { Context } from '../http/context.ts';
import { wholeList } from './whole-list.ts';

/**
 * A list of `count` numbers, in parts of two or of the size asked for; `asked` collects the sizes
 * asked for after the first part.
 */
function listOf(count: number, asked: (number | undefined)[], from = 0, limit = 2): Part<number> {
  const rows = Array.from({ length: Math.min(limit, count - from) }, (_, at) => from + at);
  const end = from + rows.length;
  const next = (size?: number): Promise<Part<number>> => {
    asked.push(size);
    return Promise.resolve(listOf(count, asked, end, size));
  };
  return { rows, next: end < count ? next : undefined };
}

test('R§5.3: native tRPC reads everything after the first part in one statement, and refuses a list of more than 10,000 rows', async () => {
  // The only field of the context that native tRPC's path reads.
  const ctx = { streams: 'none' } as Context & { revalidate: () => Promise<unknown> };
  const asked: (number | undefined)[] = [];
  const { rows } = await wholeList(ctx, 'rows', listOf(10_000, asked));
  expect(rows).toEqual(Array.from({ length: 10_000 }, (_, at) => at));
  await expect(wholeList(ctx, 'rows', listOf(10_001, asked))).rejects.toMatchObject({ code: 'too_many_rows' });
  expect(asked).toEqual([9998, 9998]);
});
