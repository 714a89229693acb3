import { expect, test } from 'vitest';

import { planLabel } from './plan-label.ts';

test('the choice of a plan counts one site and one day in the singular', () => {
  expect(planLabel({ slug: 'trial', sites: 1, retention_days: 1 })).toBe('trial (1 site, 1 day)');
  expect(planLabel({ slug: 'pro', sites: 25, retention_days: 90 })).toBe('pro (25 sites, 90 days)');
});
