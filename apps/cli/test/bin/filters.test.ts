import { describe, expect, test } from 'vitest';

import { share } from '../../bin/filters.mjs';

describe('npm test -- FILTER …', () => {
  test('without a filter runs everything', () => {
    expect(share([])).toEqual({ forVitest: [], forPlaywright: [] });
  });
  test('with a path of e2e runs Playwright alone, options included', () => {
    expect(share(['e2e'])).toEqual({ forVitest: undefined, forPlaywright: ['e2e'] });
    const named = ['./e2e/journeys/sign-in', '-g', 'expired'];
    expect(share(named)).toEqual({ forVitest: undefined, forPlaywright: named });
  });
  test('with any other runs vitest alone, options included', () => {
    const named = ['apps/server/test/openapi.test.ts', '-u'];
    expect(share(named)).toEqual({ forVitest: named, forPlaywright: undefined });
    expect(share(['e2e-like.test.ts'])).toEqual({ forVitest: ['e2e-like.test.ts'], forPlaywright: undefined });
  });
  test('with both runs both', () => {
    expect(share(['apps/server', 'e2e/journeys/sites'])).toEqual({
      forVitest: ['apps/server'],
      forPlaywright: ['e2e/journeys/sites'],
    });
  });
});
