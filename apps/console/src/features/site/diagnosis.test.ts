import { expect, test } from 'vitest';

import { diagnose } from './diagnosis.ts';

const monday = '2026-01-05T08:00:00.000Z';
const tuesday = '2026-01-06T08:00:00.000Z';
const silence = { last_day: '2026-01-06', usual_gap_days: 1, sentence: 'Nothing since 6 January.' };
const healthy = {
  status: 'active' as const,
  active_token_count: 1,
  last_accepted_at: tuesday,
  last_refused_at: null,
  last_refusal: null,
  silence: null,
};
const refused = { last_refused_at: tuesday, last_refusal: 'domain mismatch' };

test('a site whose last request was accepted is well, also where an earlier one was refused', () => {
  expect(diagnose(healthy).state).toBe('arriving');
  expect(diagnose({ ...healthy, last_refused_at: monday, last_refusal: 'rate limited' }).state).toBe('arriving');
});

test.each(['paused', 'revoked'] as const)('a %s site says so first, whatever was refused last', (status) => {
  const { state, title } = diagnose({ ...healthy, ...refused, status, active_token_count: 0 });
  expect({ state, title }).toEqual({ state: 'not arriving', title: `Nothing is taken: the site is ${status}` });
});

test('a site without an active key says that it needs one', () => {
  expect(diagnose({ ...healthy, active_token_count: 0 }).title).toBe('The site has no active key');
});

test('a refusal after the last acceptance is told with its sentence and what it means', () => {
  const found = diagnose({ ...healthy, ...refused, last_accepted_at: monday, silence });
  expect(found).toMatchObject({ state: 'not arriving', title: 'The last request was refused: «domain mismatch»' });
  expect(found.meaning).toContain('X-Site-Domain');
  expect(diagnose({ ...healthy, ...refused, last_accepted_at: null }).title).toContain('domain mismatch');
});

test('a site that was never heard of is told from one that has gone silent', () => {
  expect(diagnose({ ...healthy, last_accepted_at: null }).title).toBe('Nothing was ever received');
  expect(diagnose({ ...healthy, silence })).toMatchObject({ state: 'doubtful', meaning: silence.sentence });
});
