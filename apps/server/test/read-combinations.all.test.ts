import { severities, type Severity } from '@goal/contract';
import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { accountList, ids, iso, openReadWorld, siteList, type Query } from './read-world.ts';

const world = await openReadWorld();

const shuffled = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const queries = fc.record(
  {
    code: shuffled([1000, 1001, 2002, 9999, 5]),
    severity: shuffled(severities),
    user_id: fc.constantFrom(0, 1, 2, 3),
    object: fc.constantFrom('user', 'post', 'Post', 'none'),
    event_type: fc.constantFrom('login', 'modified', ' modified', 'none'),
    q: fc.constantFrom('ärger', 'ÖL', '100', '%', 'words two', 'o', 'e n', 'none'),
    // Milliseconds after the oldest event.
    from: fc.integer({ min: -1000, max: 10_000 }),
    to: fc.integer({ min: -1000, max: 10_000 }),
  },
  { requiredKeys: [] },
);

describe('R§6.2 combined filters', () => {
  it('I§4 GET /events R§6.2 R§6.3 any combination of filters, scope and page size returns what the same filter over all events gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.constantFrom('account', 'group', 'group key', 'site', 'read', 'site in group'),
        fc.constantFrom(1, 3, 20, 200),
        async (query, scope, limit) => {
          const expected = world.all.filter(
            (event) =>
              (query.code?.includes(event.code) ?? true) &&
              (query.severity?.includes(event.severity as Severity) ?? true) &&
              (query.user_id === undefined || event.user_id === query.user_id) &&
              (query.object === undefined || event.object === query.object) &&
              (query.event_type === undefined || event.event_type === query.event_type) &&
              (query.q === undefined ||
                query.q
                  .toLowerCase()
                  .split(' ')
                  .every((word) => event.message.toLowerCase().includes(word))) &&
              (query.from === undefined || Date.parse(event.occurred_at) >= world.start + query.from) &&
              (query.to === undefined || Date.parse(event.occurred_at) <= world.start + query.to) &&
              (scope === 'account' ||
                (scope === 'group' || scope === 'group key'
                  ? event.site_id !== world.sites[2].id
                  : event.site_id === world.sites[0].id)),
          );
          const own: Query = {
            limit: String(limit),
            ...(query.code === undefined ? {} : { code: query.code.map(String) }),
            ...(query.severity === undefined ? {} : { severity: [query.severity.join(',')] }),
            ...Object.fromEntries(
              Object.entries(query)
                .filter(([name]) => ['user_id', 'object', 'event_type', 'q'].includes(name))
                .map(([name, value]) => [name, String(value)]),
            ),
            ...(query.from === undefined ? {} : { from: iso(world.start + query.from) }),
            ...(query.to === undefined ? {} : { to: iso(world.start + query.to) }),
            ...(scope === 'group' || scope === 'site in group' ? { group_id: world.group.id } : {}),
            ...(scope === 'site' || scope === 'site in group' ? { site_id: world.sites[0].id } : {}),
          };
          const page = async (cursor: string) => {
            const given = { ...own, cursor };
            if (scope === 'read')
              return (await world.sites[0].call('GET', '/events', { query: given })).as(200, siteList);
            return (
              await world.account.call('GET', '/events', {
                query: given,
                ...(scope === 'group key' ? { token: world.groupKey.key } : {}),
              })
            ).as(200, accountList);
          };
          const seen: number[] = [];
          let cursor = '';
          do {
            const { events, next_cursor } = await page(cursor);
            // No page here is large enough to be cut short.
            expect(events.length).toBe(Math.min(limit, expected.length - seen.length));
            seen.push(...ids(events));
            cursor = next_cursor;
            // Three pages suffice; later pages behave alike.
          } while (cursor !== '' && seen.length < 3 * limit);
          expect(seen).toEqual(ids(expected).slice(0, seen.length));
          if (cursor === '') expect(seen).toHaveLength(expected.length);
        },
      ),
      { numRuns: runsOf(50, 2000) },
    );
  });
});
