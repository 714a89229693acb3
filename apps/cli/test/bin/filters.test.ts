import { describe, expect, test } from 'vitest';

import { splitFilters, splitParts } from '../../bin/filters.mjs';

describe('npm test -- FILTER …', () => {
  test('without a filter runs everything', () => {
    expect(splitFilters([])).toEqual({ forVitest: [], forPlaywright: [] });
  });
  test('with a path of e2e runs Playwright alone, options included', () => {
    expect(splitFilters(['e2e'])).toEqual({ forVitest: undefined, forPlaywright: ['e2e'] });
    const named = ['./e2e/journeys/sign-in', '-g', 'expired'];
    expect(splitFilters(named)).toEqual({ forVitest: undefined, forPlaywright: named });
  });
  test('with any other path runs vitest alone, options included', () => {
    const named = ['apps/server/test/openapi.test.ts', '-u'];
    expect(splitFilters(named)).toEqual({ forVitest: named, forPlaywright: undefined });
    expect(splitFilters(['e2e-like.test.ts'])).toEqual({ forVitest: ['e2e-like.test.ts'], forPlaywright: undefined });
  });
  test('with both runs both', () => {
    expect(splitFilters(['apps/server', 'e2e/journeys/sites'])).toEqual({
      forVitest: ['apps/server'],
      forPlaywright: ['e2e/journeys/sites'],
    });
  });
});

describe('npm run test:long -- --part PART FILTER …', () => {
  test('without it runs every part', () => {
    expect(splitParts(['apps/server'])).toEqual({
      parts: ['units', 'journeys', 'auto', 'citus', 'node22', 'node24'],
      filters: ['apps/server'],
    });
  });
  test('with a part runs that one alone', () => {
    expect(splitParts(['--part', 'citus'])).toEqual({ parts: ['citus'], filters: [] });
    expect(splitParts(['apps/server', '--part', 'units', '-u'])).toEqual({
      parts: ['units'],
      filters: ['apps/server', '-u'],
    });
  });
  test.each([['plain'], []])('refuses another part: %s', (...names: string[]) => {
    expect(() => splitParts(['--part', ...names])).toThrow(
      '--part takes one of: units, journeys, auto, citus, node22, node24',
    );
  });
});
