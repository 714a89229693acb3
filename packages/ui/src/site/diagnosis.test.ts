import { expect, test } from 'vitest';

import { diagnose as diagnoseFor } from './diagnosis.ts';
import { operatorReader } from './operator-reader.ts';

const diagnose = (site: Parameters<typeof diagnoseFor>[0], keys: Parameters<typeof diagnoseFor>[1] = []) =>
  diagnoseFor(site, keys, operatorReader);

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
  kept: { events: 3, oldest_day: '2026-01-05', kept_until: '2026-01-12' },
};
const refused = { last_refused_at: tuesday, last_refusal: 'domain mismatch' };

test('a site whose last request was accepted is fine, even if an earlier one was refused', () => {
  expect(diagnose(healthy).state).toBe('arriving');
  expect(diagnose({ ...healthy, last_refused_at: monday, last_refusal: 'rate limited' }).state).toBe('arriving');
});

test.each(['paused', 'revoked'] as const)('a %s site says so first, whatever the last refusal was', (status) => {
  const { state, title, remedy } = diagnose({ ...healthy, ...refused, status, active_token_count: 0 });
  expect({ state, title }).toEqual({ state: 'not arriving', title: `Nothing is accepted: the site is ${status}` });
  // What the operator can do is named, and not only what the customer can.
  expect(remedy).toMatch(status === 'paused' ? /^Activate it above/ : /«Restore site»/);
});

test('a site without an active key says that it needs one', () => {
  expect(diagnose({ ...healthy, active_token_count: 0 }).title).toBe('The site has no active key');
});

test('a site whose active keys may only read says that it needs one that may send', () => {
  const reader = { ...key, access: 'read' as const };
  expect(diagnose(healthy, [reader, { ...key, revoked_at: monday }]).title).toBe('No active key of the site may send');
  expect(diagnose(healthy, [reader, { ...key, access: 'send' }]).state).toBe('arriving');
  expect(diagnose(healthy, [reader, key]).state).toBe('arriving');
});

test('a refusal after the last accepted request is explained with its sentence and its meaning', () => {
  const found = diagnose({ ...healthy, ...refused, last_accepted_at: monday, silence });
  expect(found).toMatchObject({ state: 'not arriving', title: 'The last request was refused: «domain mismatch»' });
  expect(found.meaning).toContain('X-Site-Domain');
  expect(diagnose({ ...healthy, ...refused, last_accepted_at: null }).title).toContain('domain mismatch');
});

const wednesday = '2026-01-07T08:00:00.000Z';
const key = { prefix: 'abcd1234', created_at: monday, last_used_at: null, revoked_at: null };
const refusedWith = (last_refusal: string) => ({ ...healthy, last_accepted_at: monday, ...refused, last_refusal });

test.each([
  ['site revoked', [], /The site was revoked then; it is active now\./],
  ['site paused', [], /The site was paused then; it is active now\./],
  ['invalid token', [{ ...key, created_at: wednesday }], /since then the key abcd1234 was created\./],
  ['invalid token', [{ ...key, last_used_at: wednesday }], /since then the key abcd1234 was used\./],
  ['read-only key', [{ ...key, created_at: wednesday }], /with a key that may only read; since then the key abcd1234/],
  ['rate limited', [], /too many requests at that moment/],
])('a refusal «%s» whose cause is gone is described as past, without advice to fix it', (refusal, keys, past) => {
  const found = diagnose(refusedWith(refusal), keys);
  expect(found).toMatchObject({ state: 'doubtful', title: 'Nothing has come since a refusal whose cause is gone' });
  expect(found.meaning).toMatch(past);
  expect(found.meaning).toContain(`with «${refusal}»`);
  expect(found.remedy).not.toMatch(/Restore|activate|paste/i);
});

test('«older than retention» is past for a reseller, whose events are accepted at any age', () => {
  const kept = { events: 3, oldest_day: '2026-01-05', kept_until: null };
  expect(diagnose({ ...refusedWith('older than retention'), kept }).state).toBe('doubtful');
  expect(diagnose(refusedWith('older than retention')).state).toBe('not arriving');
});

test.each([
  ['invalid token', [key]],
  ['invalid token', [{ ...key, created_at: wednesday, revoked_at: wednesday }]],
  ['read-only key', [key, { ...key, access: 'read' as const, last_used_at: wednesday }]],
  ['domain mismatch', [{ ...key, last_used_at: wednesday }]],
  ['invalid occurred_at', [{ ...key, last_used_at: wednesday }]],
])('a refusal «%s» whose cause may still exist is described as current', (refusal, keys) => {
  const title = `The last request was refused: «${refusal}»`;
  expect(diagnose(refusedWith(refusal), keys)).toMatchObject({ state: 'not arriving', title });
});

test('a site that never sent anything is described differently from one that has gone silent', () => {
  expect(diagnose({ ...healthy, last_accepted_at: null }).title).toBe('Nothing was ever received');
  expect(diagnose({ ...healthy, silence })).toMatchObject({ state: 'doubtful', meaning: silence.sentence });
});
