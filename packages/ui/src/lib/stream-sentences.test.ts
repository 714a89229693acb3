import { expect, test } from 'vitest';

import { durationOf, stateOfStream } from './stream-sentences.ts';

const now = Date.parse('2026-11-23T10:10:00Z');
const well = {
  status: 'active' as const,
  paused_by: null,
  behind_seconds: 0,
  last_delivery_at: '2026-11-23T10:00:00Z',
  failing_since: null,
  last_error: null,
  next_attempt_at: null,
};
const host = 'hooks.example.com';
const stated = (over: Partial<Parameters<typeof stateOfStream>[0]>, at: string | null = host) =>
  stateOfStream({ ...well, ...over }, at, now);
/** Without the marks that isolate a host. */
const plain = (text: string): string => text.replaceAll(/[⁦-⁩]/gu, '');

test('R§15.12 R§15.13 the state of a stream is one sentence: delivering, failing with the reason and the next attempt, paused by whom, off, resting', () => {
  const failing = {
    status: 'failing' as const,
    failing_since: '2026-11-23T10:04:00Z',
    last_error: 'the receiver answered 503',
    next_attempt_at: '2026-11-23T10:14:00Z',
  };
  expect(stated({})).toMatchObject({ word: 'delivering', sentence: 'Delivering; nothing waits.' });
  expect(stated({ behind_seconds: 2 }).sentence).toBe('Delivering, 2 s behind.');
  expect(stated({ last_delivery_at: null }).sentence).toBe('Waiting for the first event that it sends.');
  expect(plain(stated(failing).sentence)).toMatch(
    /^Failing since \d.+: hooks\.example\.com: the receiver answered 503; next attempt in 4 minutes\.$/,
  );
  expect(stated({ ...failing, next_attempt_at: '2026-11-23T10:09:59Z' }).sentence).toContain('next attempt at once');
  expect(stated({ ...failing, last_error: 'the service has no mail server' }, null).sentence).toContain(
    ': the service has no mail server; next',
  );
  for (const [paused_by, sentence] of [
    ['customer', 'Paused: what arrives meanwhile waits.'],
    ['operator', 'Paused by the provider, who alone can resume it: what arrives meanwhile waits.'],
    ['restore', 'Paused, because the database was restored. Resumed, it sends what arrives from then on.'],
    ['failover', 'Paused, because the database failed over. Resumed, it goes on from where it stood.'],
  ] as const)
    // What failed before the pause is not why it rests.
    expect(stated({ status: 'paused', paused_by, last_error: 'the receiver answered 503' })).toMatchObject({
      word: 'paused',
      sentence,
    });
  expect(plain(stated({ ...failing, status: 'disabled', next_attempt_at: null }).sentence)).toMatch(
    /^Switched off, after it failed since .+: hooks\.example\.com: the receiver answered 503\.$/,
  );
  for (const [last_error, why] of [
    ['api access requires a paid plan', 'api access requires a paid plan'],
    [
      'the site or group of the filter is gone',
      'the site or group of its filter was deleted, so nothing matches any more. Change the filter, or delete the stream',
    ],
  ] as const)
    expect(stated({ last_error })).toMatchObject({ word: 'resting', sentence: `Resting: ${why}.` });
});

test('R§15.12 how far behind a stream is, in the unit that fits', () => {
  expect([1, 99, 100, 7000, 86_400, 400_000].map(durationOf)).toEqual([
    '1 s',
    '99 s',
    '2 minutes',
    '2 hours',
    '24 hours',
    '5 days',
  ]);
});
