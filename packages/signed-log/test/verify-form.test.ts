import { expect, test } from 'vitest';

import { noteEntry, NotReadable } from '../src/index.ts';
import { timeAt, type MadeLog } from '../src/testing/log-maker.ts';
import { a, changeLines, sentenceOf, twoSites, verify } from './verifying.ts';

const sentenceAfter = (log: MadeLog, change: (lines: string[]) => void): Promise<string> =>
  sentenceOf(changeLines(log.bundle(), change));

test('a note whose form is not the one of its kind is not believed', async () => {
  const entry = noteEntry({ kind: 'site.delete', at: timeAt(40), site_id: a, by: 'account_key' });
  const bad = [
    entry.replace('"v":1', '"v":2'),
    ...['site.undelete', 'constructor', 'toString', '__proto__'].map((kind) => entry.replace('site.delete', kind)),
    entry.replace(/"by":"[^"]*",/, ''),
    entry.replace('note {', 'note { '),
    entry.replace(a, 'a'),
    entry.replace(timeAt(40), '2026-13-01T00:00:00.000Z'),
    'nothing',
  ];
  for (const one of bad) {
    const log = twoSites();
    log.leaves.push({ kind: 'note', entry: one, siteIds: null });
    expect(await sentenceOf(log.bundle()), one).toMatch(/^(the|this is no) note/);
  }
});

test('a file that is cut off or damaged is told as such', async () => {
  const bundle = twoSites().bundle();
  const lines = bundle.split('\n');
  expect(await sentenceOf(`${lines.slice(0, -2).join('\n')}\n`)).toBe(
    'the file ends before the end of its log: it is cut off',
  );
  expect(await sentenceOf(bundle.slice(0, -1))).toBe('the last line has no end: the file is cut off');
  expect(await sentenceOf(bundle.slice(0, -20))).toBe('the last line has no end: the file is cut off');
  expect(await sentenceOf(`${bundle}${lines[3]}\n`)).toBe('a line stands behind the end of a log, and begins none');
  expect(await sentenceOf(bundle.replace('"began_at":"2026-01-01', '"began_at":"2026-01-02'))).toBe(
    'the file was damaged: its bytes do not have the sum that its last line says',
  );
  expect(await sentenceOf(`${bundle.slice(0, -2)}\xff}\n`)).toBe('the line is no object of JSON');
  expect(await sentenceOf(Buffer.concat([Buffer.from(bundle.slice(0, -2)), Buffer.from([0xff, 10])]))).toBe(
    'the line is not UTF-8',
  );
});

test('a line in another writing than the one form is not read, so no two readers see two things', async () => {
  const log = twoSites();
  const other: [what: string, by: (line: string) => string][] = [
    ['a key twice', (line) => line.replace('"n":2,', '"n":1,"n":2,')],
    ['a blank', (line) => line.replace('"n":2,', '"n": 2,')],
    ['a key twice in the event', (line) => line.replace('"user_id":5,', '"user_id":6,"user_id":5,')],
    ['another order', (line) => line.replace(/("code":1000),("event_type":"login")/, '$2,$1')],
    ['one more field', (line) => line.replace('"username"', '"user_name":null,"username"')],
    ['a field less', (line) => line.replace(',"user_agent":null', '')],
    ['a number as text', (line) => line.replace('"user_id":5', '"user_id":"5"').replace('"code":1000', '"code":1e3')],
    ['a short salt', (line) => line.replace(/"salt":"[^"]{4}/, '"salt":"')],
  ];
  for (const [what, change] of other)
    expect(await sentenceAfter(log, (lines) => (lines[6] = change(lines[6] ?? ''))), what).toBe(
      'the line has a form that no bundle has',
    );
});

test('what is no bundle at all is refused instead of judged', async () => {
  const bundle = twoSites().bundle();
  for (const other of [
    '',
    '\n',
    'text\n',
    '{"id":1}\n',
    bundle.replace('goal-log/v1', 'goal-log/v2'),
    `x${'y'.repeat(2 ** 20)}`,
  ])
    await expect(verify(other), other.slice(0, 20)).rejects.toThrow(NotReadable);
  await expect(verify(`${bundle.split('\n')[0]}\n${'y'.repeat(2 ** 20 + 1)}`)).rejects.toThrow(
    'line 2 is longer than 1048576 bytes',
  );
});
