import { createHash } from 'node:crypto';

import type { RecordedAction } from '@goal/contract';
import { expect, test } from 'vitest';

import { csvMaxRows, recordCsv } from './record-csv.ts';

const act = (id: number): RecordedAction => ({
  id,
  occurred_at: '2026-01-31T12:00:00.000Z',
  action: 'member.remove',
  site_id: null,
  detail: null,
  who_kind: 'member',
  who: '=jo@example.com',
  sentence: 'removed the member «\u2068mia@client.test\u2069»',
  site_domain: null,
});

/** A record with this many acts, in pages of 200; counts the pages that were asked for. */
function recordOf(count: number) {
  const asked: string[] = [];
  const readPage = async (cursor: string) => {
    asked.push(cursor);
    const start = Number(cursor);
    const actions = Array.from({ length: Math.min(200, count - start) }, (_, n) => act(count - start - n));
    return { actions, next_cursor: start + 200 < count ? String(start + 200) : '' };
  };
  return { readPage, asked };
}

async function linesOf(count: number): Promise<{ lines: string[]; pages: number }> {
  const { readPage, asked } = recordOf(count);
  const parts: string[] = [];
  for await (const part of recordCsv(readPage)) parts.push(part);
  return { lines: parts.join('').split('\r\n').slice(0, -1), pages: asked.length };
}

test('a record as CSV has a line of names and one for each act, newest first, and runs no formula', async () => {
  const { lines } = await linesOf(2);
  expect(lines).toEqual([
    '"id","occurred_at","who","who_kind","what","action","site_domain","site_id"',
    `"2","2026-01-31T12:00:00.000Z","'=jo@example.com","member","removed the member «mia@client.test»","member.remove","",""`,
    expect.stringMatching(/^"1",/),
  ]);
  expect((await linesOf(0)).lines).toHaveLength(1);
});

test('a record as CSV holds at most 10,000 acts, and its last line says where there are more', async () => {
  const whole = await linesOf(csvMaxRows);
  expect(whole.lines).toHaveLength(1 + csvMaxRows);
  expect(whole.lines.at(-1)).toMatch(/^"1",/);
  for (const count of [csvMaxRows + 1, csvMaxRows + 1000]) {
    const { lines, pages } = await linesOf(count);
    expect(lines).toHaveLength(1 + csvMaxRows + 1);
    expect(lines.at(-1)).toMatch(/^"The file ends here, after the newest 10,000 acts:/);
    expect(lines.at(-1)?.split(',"')).toHaveLength(8);
    expect(pages).toBe(50);
  }
});

test('R§9.12 R§10.26 a record as CSV ends, where that is asked for, with its number of acts and the sum of all before', async () => {
  for (const count of [0, 2, csvMaxRows + 1]) {
    const parts: string[] = [];
    for await (const part of recordCsv(recordOf(count).readPage, { withEnd: true })) parts.push(part);
    const before = parts.slice(0, -1).join('');
    const sum = createHash('sha256').update(before).digest('hex');
    expect(parts.at(-1)).toBe(`"# end",${Math.min(count, csvMaxRows)},${sum}\r\n`);
  }
});

test('R§10.26 a record as CSV asks for a page of acts once the part before is taken', async () => {
  const { readPage, asked } = recordOf(1000);
  const parts = recordCsv(readPage);
  for (let taken = 1; taken <= 3; taken += 1) {
    await parts.next();
    expect(asked).toHaveLength(taken);
  }
});
