import { expect, test } from 'vitest';

import { eventText, noteEntry, type LoggedEvent, type LogNote } from '../src/index.ts';
import { MadeLog, siteIdOf, timeAt } from '../src/testing/log-maker.ts';
import { a, b, changeLines, eventAt, sentenceOf, twoSites, verify } from './verifying.ts';

const sentenceAfter = (log: MadeLog, change: (lines: string[]) => void): Promise<string> =>
  sentenceOf(changeLines(log.bundle(), change));

test('each field of an event that is changed in the database is found, wherever it stands', async () => {
  const log = twoSites();
  const leaf = eventAt(log, 5);
  const whole: LoggedEvent = JSON.parse(leaf.text);
  const changes: Partial<LoggedEvent>[] = [
    { code: 1001 },
    { event_type: null },
    { event_uuid: 'c3d1e0a2-0000-4000-8000-000000000000' },
    { id: 77 },
    { ip: '192.0.2.1' },
    { message: 'Grüße \u2028 1004' },
    { object: 'post' },
    { occurred_at: timeAt(2.00001) },
    { post_id: 0 },
    { post_status: '' },
    { post_type: 'page' },
    { received_at: timeAt(2.00001) },
    { session_id: '1' },
    { severity: 'critical' },
    { site_id: b },
    { user_agent: ' ' },
    { user_id: 6 },
    { username: 'anna' },
  ];
  for (const change of changes) {
    leaf.text = eventText({ ...whole, ...change }, change.site_id ?? whole.site_id);
    const sentence = await sentenceOf(log.bundle());
    if (change.site_id === undefined) expect(sentence, JSON.stringify(change)).toContain('the checkpoint does not fit');
    else expect(sentence).toBe(`the event of site ${b} has number 2, and number 3 must follow 2`);
  }
});

test('in a long log a fault is told to 256 leaves', async () => {
  const log = twoSites(600);
  const leaf = eventAt(log, 300);
  const bundle = changeLines(log.bundle(), (lines) => {
    const at = lines.findIndex((line) => line.startsWith('{"index":300,'));
    lines[at] = lines[at]?.replace(leaf.text, leaf.text.replace('Grüße', 'Grusse')) ?? '';
  });
  expect((await verify(bundle)).fault).toEqual({
    index: 256,
    line: 515,
    sentence: 'one of the leaves 256 to 511 is not the one that was logged',
  });
});

test('an event that is taken out, put in, doubled or put elsewhere is found, whether or not the rest is numbered again', async () => {
  const log = twoSites();
  expect(await sentenceAfter(log, (lines) => lines.splice(8, 1))).toBe('leaf 8 stands where leaf 7 must');
  expect(await sentenceAfter(log, (lines) => lines.splice(8, 0, lines[8] ?? ''))).toBe(
    'leaf 7 stands where leaf 8 must',
  );
  expect(await sentenceAfter(log, (lines) => lines.splice(8, 2, lines[9] ?? '', lines[8] ?? ''))).toBe(
    'leaf 8 stands where leaf 7 must',
  );
  const without = twoSites();
  without.leaves.splice(7, 1);
  expect(await sentenceOf(without.bundle())).toBe(`the event of site ${a} has number 4, and number 3 must follow 2`);
  const swapped = twoSites();
  swapped.leaves.splice(7, 2, eventAt(swapped, 8), eventAt(swapped, 7));
  expect(await sentenceOf(swapped.bundle(), { checkpoints: [twoSites().checkpoint()] })).toContain(
    'this is another history',
  );
});

test('events at the end that a bundle of a site leaves out are found by the number that the log says', async () => {
  const log = twoSites();
  const bundle = log.bundle({ site_id: a }, [a]);
  const hidden = twoSites();
  const last = hidden.leaves[21];
  if (last !== undefined) last.siteIds = [b];
  expect(await sentenceOf(bundle)).toBe('verified');
  expect(await sentenceOf(hidden.bundle({ site_id: a }, [a]))).toBe(
    `the log counts 10 events of site ${a}, and 9 are here`,
  );
  const uncounted = changeLines(twoSites().bundle(), (lines) => {
    lines[0] = lines[0]?.replace(/"scope":\{[^}]*\}/, `"scope":{"group_id":"${siteIdOf(9)}"}`) ?? '';
  });
  expect(await sentenceOf(uncounted)).toBe(`the log does not count the events of site ${a} behind the last of them`);
});

test('a bundle of a site that hides what came behind an older count, or all of the site, is found', async () => {
  const notCounted = `the log does not count the events of site ${a} behind the last of them`;
  const scope = { site_id: a };
  const log = twoSites();
  log.note({ kind: 'site.count', at: timeAt(20), sites: [[a, 10]] });
  expect(await sentenceOf(log.uncounted(scope, [a]))).toBe('verified');
  log.store(a, 21).siteIds = [b];
  expect(await sentenceOf(log.uncounted(scope, [a]))).toBe(notCounted);
  for (const leaf of log.leaves.slice(3)) leaf.siteIds = [b];
  expect(await sentenceOf(log.uncounted(scope, [a]))).toBe(notCounted);
  for (const leaf of log.leaves.slice(1)) leaf.siteIds = [b];
  expect(await sentenceOf(log.uncounted(scope, [a]))).toBe(notCounted);
  for (const leaf of log.leaves) leaf.siteIds = [b];
  expect(await sentenceOf(log.uncounted(scope, [a]))).toBe(
    'the first leaf is not the note of the beginning of the log',
  );
});

test('a bundle of a whole account hides nothing, and one of a site shows no other', async () => {
  const log = twoSites();
  expect(await sentenceOf(log.bundle(undefined, [a]))).toBe('a bundle of a whole account leaves out leaves');
  const other = twoSites();
  expect(await sentenceOf(other.bundle({ site_id: a }, [a, b]))).toBe(`the bundle of one site shows another one: ${b}`);
});

test('whoever rewrites an event and seals the whole log again is caught by any checkpoint from before', async () => {
  const honest = twoSites();
  const checkpoints = [15, honest.size].map((size) => honest.checkpoint(size));
  const forged = twoSites(3);
  forged.store(b, 3, { message: 'nothing happened' });
  for (let at = 4; at < 20; at++) forged.store(at % 2 === 0 ? a : b, at);
  const bundle = forged.bundle();
  expect(await sentenceOf(bundle)).toBe('verified');
  for (const checkpoint of checkpoints)
    expect(await sentenceOf(bundle, { checkpoints: [checkpoint] })).toContain('this is another history');
  expect(await verify(honest.bundle(), { checkpoints })).toMatchObject({
    verified: true,
    checkpoints_met: [{ size: 15 }, { size: 23 }],
  });
});

test('a checkpoint from behind a copy, of another log or without a right signature is told as such', async () => {
  const log = twoSites();
  const bundle = log.bundle();
  log.store(a, 21);
  expect(await sentenceOf(bundle, { checkpoints: [log.checkpoint()] })).toBe(
    'a checkpoint that was given lies behind this copy: it covers 24 leaves, and this log ends at 23',
  );
  const other = new MadeLog({ number: 5 });
  expect(await sentenceOf(bundle, { checkpoints: [other.checkpoint()] })).toContain(
    'is of a log that is not in this file',
  );
  const forged = new MadeLog({ seed: 8 });
  forged.leaves.push(...twoSites().leaves.slice(1));
  expect(await sentenceOf(bundle, { checkpoints: [forged.checkpoint(23)] })).toContain('is not signed with a key');
  await expect(verify(bundle, { checkpoints: ['no note'] })).rejects.toThrow('a text that was given is no checkpoint');
});

test('a log that goes on from another end than that of the one before it is found', async () => {
  const first = twoSites();
  const second = (change: (first: MadeLog) => void): string => {
    const log = new MadeLog({ number: 2, previous: first, at: 25 });
    change(first);
    return log.bundle();
  };
  expect(await sentenceOf(second(() => undefined))).toBe('verified');
  expect(await sentenceOf(second((log) => log.store(a, 21)))).toBe(
    'the log does not go on from the end of the one in front of it',
  );
  const alone = new MadeLog({ number: 2, previous: first, at: 25 }).bundle();
  expect(await sentenceOf(alone.slice(alone.indexOf('{"bundle"', 1)))).toBe(
    'the first log of the file goes on from another one, which is not in it',
  );
  const lies = new MadeLog({ number: 2, previous: first, at: 25 });
  const begin = lies.leaves[0];
  if (begin === undefined) throw new Error('the log is empty');
  const note: LogNote = { kind: 'log.begin', at: timeAt(25), log: 2, previous: null, earlier_events: 0 };
  begin.entry = noteEntry(note);
  expect(await sentenceOf(lies.bundle())).toBe('the log says that it goes on from another log than the bundle does');
});
