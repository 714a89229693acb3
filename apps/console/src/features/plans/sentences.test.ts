import type { PlanView } from '@goal/contract';
import { expect, it } from 'vitest';

import { boundsSentence, outcomeOf } from './sentences.ts';

const plan: PlanView = {
  slug: 'pro',
  sites: 25,
  retention_days: 90,
  keys_per_site: 2,
  api: true,
  fair_use_events: 2_000_000,
};
const told = (...given: Parameters<typeof outcomeOf>): string => outcomeOf(...given).join('\n');

it('says nothing where nothing changes', () => {
  expect(outcomeOf(plan, {}, 14)).toEqual([]);
  expect(outcomeOf(plan, { sites: 25, retention_days: 90, fair_use_events: 2_000_000 }, 14)).toEqual([]);
});

it('a lower number of sites pauses no site and applies to the next one; a higher number activates none', () => {
  expect(told(plan, { sites: 1 }, 14)).toContain(
    '1 active site, not 25. No site is paused: the limit applies to the next site',
  );
  expect(told(plan, { sites: 1000 }, 14)).toContain(
    '1,000 active sites, not 25, from the next request on. Paused sites stay paused',
  );
});

it('a shorter retention is applied after the grace, or at once without a grace; a longer one is applied at once', () => {
  expect(told(plan, { retention_days: 30 }, 14)).toContain(
    'kept 30 days, not 90. Sites show it at once, but older events are deleted only after 14 days of grace',
  );
  expect(told(plan, { retention_days: 1 }, 1)).toContain(
    'kept 1 day, not 90. Sites show it at once, but older events are deleted only after 1 day of grace',
  );
  expect(told(plan, { retention_days: 30 }, undefined)).toContain('only after the days of grace');
  expect(told(plan, { retention_days: 30 }, 0)).toContain('Older ones are deleted in the next pass');
  expect(told(plan, { retention_days: 120 }, 14)).toContain('kept 120 days, not 90, at once');
});

it('says everything that changes, in the order of the fields, and that resellers are exempt', () => {
  const all = outcomeOf(plan, { fair_use_events: 1, retention_days: 91, sites: 24 }, 14);
  expect(all).toHaveLength(4);
  expect(all[2]).toContain('beyond 1 event a month, not 2,000,000');
  expect(all[3]).toContain('Resellers');
  expect(boundsSentence('retention_days')).toBe('Between 1 and 36,500.');
});
