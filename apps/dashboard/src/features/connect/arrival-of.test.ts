import { expect, test } from 'vitest';

import { arrivalOf } from './arrival-of.ts';

const [early, late] = ['2026-11-01T08:00:00.000Z', '2026-11-23T08:00:00.000Z'];

test.each([
  ['a site that has never sent', { last_accepted_at: null, health: 'never' }, null, 'waiting'],
  ['its first event', { last_accepted_at: late, health: 'ok' }, null, 'first'],
  ['an event from before the page was opened', { last_accepted_at: early, health: 'ok' }, early, 'waiting'],
  ['the next event of a site that has sent before', { last_accepted_at: late, health: 'ok' }, early, 'further'],
  ['a refusal after the first event', { last_accepted_at: late, health: 'refused' }, null, 'waiting'],
] as const)('the connect page tells what it has seen: %s', (_title, site, before, expected) => {
  expect(arrivalOf(site, before)).toBe(expected);
});
