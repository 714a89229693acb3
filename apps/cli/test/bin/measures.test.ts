import { expect, test } from 'vitest';

import { measuresIn } from '../../bin/measures.mjs';

const refused = [
  'const { heapUsed } = process.memoryUsage();',
  'expect(process.memoryUsage.rss()).toBeLessThan(100);',
  'const begun = performance.now();\nawait work();\nexpect(performance.now() - begun).toBeLessThan(1000);',
  'const begun = Date.now();\nawait work();\nconst tookMs = Date.now() - begun;',
  'const begun = Date.now();\nawait work();\nconst ended = Date.now();\nexpect(ended - begun).toBeLessThan(9);',
  'expect(performance.now() - since).toBeLessThan(limit);',
  'expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(5000);',
  'const begun = Date.now();\nawait work();\nexpect(Math.abs(Date.parse(at) - begun)).toBeLessThan(5000);',
  'const begun = new Date().getTime();\nawait work();\nexpect(new Date().getTime() - begun).toBeLessThan(5000);',
  'const took = process.hrtime.bigint();',
  '$begun = microtime( true );\nsame( true, Goal_Sender\\microtime( true ) - $begun < 1 );',
  "await expect(page).toHaveText('ready', { timeout: 1000 });",
  'await fetch(url, { signal: AbortSignal.timeout(10_000) });',
  'await vi.waitFor(() => expect(done).toBe(true));',
  "it('ends', async () => {\n  await work();\n}, 20_000);",
];

const taken = [
  'const occurred_at = new Date(Date.now() - days * dayMs).toISOString();',
  'const stillSince = performance.now() - stillMs;',
  'const heardUntil = performance.now() - 499;',
  'const giveUpAt = performance.now() + waitLimitMs;\nif (performance.now() > giveUpAt) return;',
  'const before = Date.now();\nawait work();\nexpect(at).toBeGreaterThan(before - 1000);',
  'const refill = refillOf(10);\nawait work();\nexpect(granted).toBeLessThanOrEqual(burst + refill());',
  "await expect(page).toHaveText('ready', { timeout: waitLimitMs });",
  'await fetch(url, { signal: AbortSignal.timeout(waitLimitMs) });',
];

test.each(refused)('a test may not judge what it measured, nor have its own limit: %s', (source) => {
  expect(measuresIn(source)).toHaveLength(1);
});

test.each(taken)('a test may wait, compare moments, and widen what it expects: %s', (source) => {
  expect(measuresIn(source)).toEqual([]);
});

test('what is found is named by its line', () => {
  expect(measuresIn('\n  const used = process.cpuUsage();\n')).toEqual(['2: const used = process.cpuUsage();']);
});
