import { accountEventShape, severities, siteEventShape, type AccountEvent } from '@goal/contract';
import { expect } from 'vitest';
import { z } from 'zod';

import { makeEvent, sharedService, type Account, type Group, type GroupKey, type Site } from './harness.ts';

export const siteList = z.object({ events: z.array(siteEventShape), next_cursor: z.string() });
export const accountList = z.object({ events: z.array(accountEventShape), next_cursor: z.string() });

export type Query = Record<string, string | string[]>;
export const iso = (ms: number): string => new Date(ms).toISOString();
export const ids = (events: readonly { id: number }[]): number[] => events.map(({ id }) => id);

const messages = [
  'Ärger mit Öl',
  'ärger im STRASSE',
  '100% sicher',
  '100 percent',
  'under_score',
  'underXscore',
  'back\\slash',
  'two  words',
  'words two',
  "it's «quoted»",
  'İstanbul ΣΊΣΥΦΟΣ',
  'emoji 🎉 party',
  '\ttab\nline',
  'end',
];

const addresses = [undefined, '203.0.113.7', '203.0.113.200', '2001:DB8::0:1'];
const addressAt = (at: number): string | undefined => addresses[(at % messages.length) % addresses.length];

/** The address of an event, in its canonical form. Lists do not show it; its message tells it. */
export const addressOf = ({ message }: Pick<AccountEvent, 'message'>): string | undefined =>
  addressAt(messages.indexOf(message))?.replace('2001:DB8::0:1', '2001:db8::1');

/**
 * Three sites with 42 events each, whose fields combine in every way; many share a moment, also
 * across sites.
 */
async function fill(service: Awaited<ReturnType<typeof sharedService>>, sites: readonly Site[], start: number) {
  for (const [place, site] of sites.entries()) {
    await service.setReadRate(site, 1000);
    const events = Array.from({ length: 42 }, (_, at) =>
      makeEvent({
        occurred_at: iso(start + Math.floor(at / 5) * 1000 + (at % 2)),
        code: [1000, 1001, 2002, 9999][(at + place) % 4],
        severity: severities[(at * 3 + place) % 5],
        object: ['user', 'post', 'Post', ''][at % 4],
        event_type: ['login', 'modified', ' modified'][at % 3],
        user_id: at % 3,
        username: `u${at % 2}`,
        message: messages[at % messages.length],
        ip: addressAt(at),
      }),
    );
    await service.ingest(site, events);
  }
}

export type ReadWorld = {
  account: Account;
  group: Group;
  groupKey: GroupKey;
  /** The first two are in the group, the third in none; the second has no name. */
  sites: [Site, Site, Site];
  /** The time of the oldest events. */
  start: number;
  /** All events of the account in the order of rulings §6.4, as the account API returns them. */
  all: AccountEvent[];
  ofSite: (site: Site, query: Query) => Promise<z.output<typeof siteEventShape>[]>;
  /** Checks for 400 with this sentence at every door that lists events. */
  refused: (query: string, error: string) => Promise<void>;
  /** Checks that exactly these events match, for the account, the group and each site. */
  expectMatches: (query: Query, matches: (event: AccountEvent) => boolean) => Promise<void>;
};

/** The events that the filters search. */
export async function openReadWorld(): Promise<ReadWorld> {
  const service = await sharedService();
  const account = await service.makeAccount({ plan: 'agency', reseller: true });
  const group = await service.makeGroup(account);
  const groupKey = await service.makeGroupKey(account, group);
  const sites: ReadWorld['sites'] = [
    await service.makeSite(account, { name: 'One', group_id: group.id }),
    await service.makeSite(account, { group_id: group.id }),
    await service.makeSite(account, { name: 'Three' }),
  ];
  const start = Math.floor(Date.now() / 60_000) * 60_000 - 3 * 3_600_000;
  await fill(service, sites, start);

  const ofAccount = async (query: Query, token?: string) => {
    const options = { query: { limit: '200', ...query }, ...(token === undefined ? {} : { token }) };
    return (await account.call('GET', '/events', options)).as(200, accountList).events;
  };
  const ofSite = async (site: Site, query: Query) =>
    (await site.call('GET', '/events', { query: { limit: '200', ...query } })).as(200, siteList).events;
  const all = await ofAccount({});
  expect(all).toHaveLength(126);
  return {
    account,
    group,
    groupKey,
    sites,
    start,
    all,
    ofSite,
    async refused(query, error) {
      (await account.call('GET', `/events?${query}`)).refused(400, error);
      (await account.call('GET', `/events?${query}`, { token: groupKey.key })).refused(400, error);
      (await sites[0].call('GET', `/events?${query}`)).refused(400, error);
    },
    async expectMatches(query, matches) {
      const what = JSON.stringify(query);
      const expected = all.filter(matches);
      const inGroup = ids(expected.filter(({ site_id }) => site_id !== sites[2].id));
      expect(ids(await ofAccount(query)), what).toEqual(ids(expected));
      expect(ids(await ofAccount(query, groupKey.key)), what).toEqual(inGroup);
      expect(ids(await ofAccount({ ...query, group_id: group.id })), what).toEqual(inGroup);
      for (const site of sites) {
        const own = ids(expected.filter(({ site_id }) => site_id === site.id));
        expect(ids(await ofSite(site, query)), what).toEqual(own);
        expect(ids(await ofAccount({ ...query, site_id: site.id })), what).toEqual(own);
      }
    },
  };
}
