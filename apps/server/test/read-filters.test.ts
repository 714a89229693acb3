import { accountEventShape, severities, siteEventShape, type AccountEvent, type Severity } from '@goal/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { makeEvent, startService, type Account, type Group, type GroupKey, type Site, type TestService } from './harness.ts';

const siteList = z.object({ events: z.array(siteEventShape), next_cursor: z.string() });
const accountList = z.object({ events: z.array(accountEventShape), next_cursor: z.string() });

let service: TestService;
let account: Account;
let group: Group;
let groupKey: GroupKey;
/** The first two in the group, the third in none. */
let sites: [Site, Site, Site];
/** All events of the account in the order of rulings §6.4, as the account API shows them. */
let all: AccountEvent[];

const start = Math.floor(Date.now() / 60_000) * 60_000 - 3 * 3_600_000;
const iso = (ms: number): string => new Date(ms).toISOString();
const messages = ['Ärger mit Öl', 'ärger im STRASSE', '100% sicher', '100 percent', 'under_score', 'underXscore', 'back\\slash', 'two  words', 'words two', "it's «quoted»", 'İstanbul ΣΊΣΥΦΟΣ', 'emoji 🎉 party', '\ttab\nline', 'end'];

beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount({ plan: 'agency', reseller: true });
  group = await service.makeGroup(account);
  groupKey = await service.makeGroupKey(account, group);
  sites = [
    await service.makeSite(account, { name: 'One', group_id: group.id }),
    await service.makeSite(account, { group_id: group.id }),
    await service.makeSite(account, { name: 'Three' }),
  ];
  for (const [place, site] of sites.entries()) {
    await service.setReadRate(site, 1000);
    const events = Array.from({ length: 42 }, (_, at) =>
      makeEvent({
        // Many at one moment, also across sites.
        occurred_at: iso(start + Math.floor(at / 5) * 1000 + (at % 2)),
        code: [1000, 1001, 2002, 9999][(at + place) % 4],
        severity: severities[(at * 3 + place) % 5],
        object: ['user', 'post', 'Post', ''][at % 4],
        event_type: ['login', 'modified', ' modified'][at % 3],
        user_id: at % 3,
        username: `u${at % 2}`,
        message: messages[at % messages.length],
      }),
    );
    await service.ingest(site, events);
  }
  all = (await account.call('GET', '/events?limit=200')).as(200, accountList).events;
  expect(all).toHaveLength(126);
});
afterAll(() => service.stop());

type Query = Record<string, string | string[]>;
const ofAccount = async (query: Query, token?: string) => (await account.call('GET', '/events', { query: { limit: '200', ...query }, ...(token === undefined ? {} : { token }) })).as(200, accountList).events;
const ofSite = async (site: Site, query: Query) => (await site.call('GET', '/events', { query: { limit: '200', ...query } })).as(200, siteList).events;
const ids = (events: readonly { id: number }[]): number[] => events.map(({ id }) => id);
const refused = async (query: string, error: string): Promise<void> => {
  (await account.call('GET', `/events?${query}`)).refused(400, error);
  (await account.call('GET', `/events?${query}`, { token: groupKey.key })).refused(400, error);
  (await sites[0].call('GET', `/events?${query}`)).refused(400, error);
};
/** Exactly these of all events match, for the account, the group and the site. */
async function expectMatches(query: Query, matches: (event: AccountEvent) => boolean): Promise<void> {
  const expected = all.filter(matches);
  const inGroup = expected.filter(({ site_id }) => site_id !== sites[2].id);
  expect(ids(await ofAccount(query)), JSON.stringify(query)).toEqual(ids(expected));
  expect(ids(await ofAccount(query, groupKey.key)), JSON.stringify(query)).toEqual(ids(inGroup));
  expect(ids(await ofAccount({ ...query, group_id: group.id })), JSON.stringify(query)).toEqual(ids(inGroup));
  for (const site of sites) {
    const own = ids(expected.filter(({ site_id }) => site_id === site.id));
    expect(ids(await ofSite(site, query)), JSON.stringify(query)).toEqual(own);
    expect(ids(await ofAccount({ ...query, site_id: site.id })), JSON.stringify(query)).toEqual(own);
  }
}

describe('R§6.4 the order', () => {
  it('I§6.R1 R§6.4 newest first, at one moment the greater id first', () => {
    const sorted = [...all].sort((a, b) => Date.parse(b.occurred_at) - Date.parse(a.occurred_at) || b.id - a.id);
    expect(ids(all)).toEqual(ids(sorted));
    expect(new Set(ids(all)).size).toBe(126);
  });

  it('I§4 GET /events R§6.6 each event with its site: domain always, site_name only where the site has a name', () => {
    for (const event of all) {
      const place = sites.findIndex(({ id }) => id === event.site_id);
      expect(event.domain).toBe(sites[place]?.domain);
      expect([Object.hasOwn(event, 'site_name'), event.site_name]).toEqual(place === 1 ? [false, undefined] : [true, place === 0 ? 'One' : 'Three']);
    }
  });

  it('I§4 GET /events #2 the read API shows the same events without domain and site_name', async () => {
    const own = all.filter(({ site_id }) => site_id === sites[0].id).map(({ domain: _domain, site_name: _name, ...event }) => event);
    expect(await ofSite(sites[0], {})).toEqual(own);
  });
});

describe('R§6.2 R§6.3 each filter', () => {
  it('I§4 ?code R§6.2 one, repeated, by commas, and mixed; unknown codes match nothing', async () => {
    await expectMatches({ code: '1000' }, ({ code }) => code === 1000);
    await expectMatches({ code: ['1000', '9999'] }, ({ code }) => code === 1000 || code === 9999);
    await expectMatches({ code: '1000,9999,1000' }, ({ code }) => code === 1000 || code === 9999);
    await expectMatches({ code: ['1000,1001', '09999'] }, ({ code }) => code !== 2002);
    await expectMatches({ code: '7' }, () => false);
    await expectMatches({ code: '9007199254740991' }, () => false);
    await expectMatches({ code: Array.from({ length: 100 }, (_, at) => String(990 + at)) }, ({ code }) => code < 2000);
  });

  it('I§4 ?severity I§7 400 invalid severity R§6.2 one, repeated, by commas, and mixed', async () => {
    for (const severity of severities) await expectMatches({ severity }, (event) => event.severity === severity);
    await expectMatches({ severity: 'low,critical' }, ({ severity }) => severity === 'low' || severity === 'critical');
    await expectMatches({ severity: ['low', 'critical,info', 'low'] }, ({ severity }) => ['low', 'critical', 'info'].includes(severity));
    await expectMatches({ severity: [...severities] }, () => true);
    for (const bad of ['severity=urgent', 'severity=LOW', 'severity=', 'severity=low,', 'severity=,low', 'severity=low,,high', 'severity=low&severity=x', 'severity=250', 'severity=%20low', 'severity=low%20', 'severity=low%2C%20high', 'severity=low;high', 'severity=low|high']) await refused(bad, 'invalid severity');
  });

  it('I§4 ?user_id I§4 ?object I§4 ?event_type R§6.3 exactly, in their own case', async () => {
    await expectMatches({ user_id: '1' }, (event) => event.user_id === 1);
    await expectMatches({ user_id: '0' }, (event) => event.user_id === 0);
    await expectMatches({ object: 'post' }, ({ object }) => object === 'post');
    await expectMatches({ object: 'Post' }, ({ object }) => object === 'Post');
    await expectMatches({ object: 'pos' }, () => false);
    await expectMatches({ event_type: 'modified' }, ({ event_type }) => event_type === 'modified');
    await expectMatches({ event_type: ' modified' }, ({ event_type }) => event_type === ' modified');
    await expectMatches({ event_type: 'modified ' }, () => false);
    await expectMatches({ object: 'post', event_type: 'login', user_id: '1' }, ({ object, event_type, user_id }) => object === 'post' && event_type === 'login' && user_id === 1);
    await expectMatches({ object: 'x'.repeat(2000), event_type: '%' }, () => false);
  });

  it('I§4 ?from I§4 ?to R§2.9 R§6.2 both inclusive, to the millisecond, in every spelling', async () => {
    const [a, b] = [start + 2000, start + 4001];
    const within = (from: number, to: number) => ({ occurred_at }: AccountEvent) => Date.parse(occurred_at) >= from && Date.parse(occurred_at) <= to;
    await expectMatches({ from: iso(a) }, within(a, Infinity));
    await expectMatches({ to: iso(b) }, within(-Infinity, b));
    await expectMatches({ from: iso(a), to: iso(b) }, within(a, b));
    await expectMatches({ from: iso(a), to: iso(a) }, within(a, a));
    await expectMatches({ from: iso(a).replace('Z', '999999Z') }, within(a, Infinity));
    await expectMatches({ from: iso(b), to: iso(a) }, () => false);
    await expectMatches({ from: `${iso(a + 5.5 * 3_600_000).slice(0, 23)}+05:30` }, within(a, Infinity));
    await expectMatches({ from: iso(a).slice(0, 23), to: iso(b).slice(0, 23).replace('T', ' ') }, within(a, b));
    await expectMatches({ from: iso(start).slice(0, 10) }, within(Date.parse(iso(start).slice(0, 10)), Infinity));
    await expectMatches({ to: iso(start).slice(0, 10) }, within(-Infinity, Date.parse(iso(start).slice(0, 10))));
    await expectMatches({ from: '0001-01-01', to: '9999-12-31T23:59:59.999Z' }, () => true);
    await expectMatches({ to: '0001-01-01' }, () => false);
    await expectMatches({ from: '9999-12-31' }, () => false);
    // A blank where a `+` came unescaped.
    const plus = await account.call('GET', `/events?limit=200&from=${iso(a + 3_600_000).slice(0, 23)}+01:00`);
    expect(ids(plus.as(200, accountList).events)).toEqual(ids(all.filter(within(a, Infinity))));
  });

  it('I§4 ?q R§6.3 all words, anywhere in the message, in any case; wildcards are ordinary', async () => {
    const has = (...words: string[]) => ({ message }: AccountEvent): boolean => words.every((word) => message.toLowerCase().includes(word));
    await expectMatches({ q: 'ärger' }, has('ärger'));
    await expectMatches({ q: 'ÄRGER' }, has('ärger'));
    await expectMatches({ q: 'strasse' }, has('strasse'));
    await expectMatches({ q: '%' }, has('%'));
    await expectMatches({ q: '_' }, has('_'));
    await expectMatches({ q: 'r_s' }, has('r_s'));
    await expectMatches({ q: '\\' }, has('\\'));
    await expectMatches({ q: 'two words' }, has('two', 'words'));
    await expectMatches({ q: '  words \t two\n' }, has('two', 'words'));
    await expectMatches({ q: 'words\u00a0two\u3000' }, has('two', 'words'));
    await expectMatches({ q: 'wo' }, has('wo'));
    await expectMatches({ q: "it's" }, has("it's"));
    await expectMatches({ q: '🎉' }, has('🎉'));
    // Letter by letter, as the database lower-cases: no letter becomes two, and a sigma is a sigma.
    for (const q of ['İSTANBUL', 'σίσυφοσ', 'ΣΊΣΥΦΟΣ']) await expectMatches({ q }, ({ message }) => message.startsWith('İ'));
    await expectMatches({ q: 'no such word' }, () => false);
    await expectMatches({ q: 'a'.repeat(500) }, () => false);
    await expectMatches({ q: '🎉'.repeat(500) }, () => false);
    await expectMatches({ q: Array.from({ length: 16 }, () => 'o').join(' ') }, has('o'));
    await expectMatches({ q: '"two words"' }, () => false);
    await expectMatches({ q: '\u0000' }, () => false);
    for (const nothing of ['', ' ', '\t\n ', '\u3000']) await expectMatches({ q: nothing }, () => true);
    for (const bad of ['a'.repeat(501), '🎉'.repeat(501), ' '.repeat(501), Array.from({ length: 17 }, () => 'o').join(' ')]) await refused(`q=${encodeURIComponent(bad)}`, 'invalid q');
    await refused('q=a&q=b', 'invalid q');
  });
});

const shuffled = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const queries = fc.record(
  {
    code: shuffled([1000, 1001, 2002, 9999, 5]),
    severity: shuffled(severities),
    user_id: fc.constantFrom(0, 1, 2, 3),
    object: fc.constantFrom('user', 'post', 'Post', 'none'),
    event_type: fc.constantFrom('login', 'modified', ' modified', 'none'),
    q: fc.constantFrom('ärger', 'ÖL', '100', '%', 'words two', 'o', 'e n', 'none'),
    from: fc.integer({ min: start - 1000, max: start + 10_000 }),
    to: fc.integer({ min: start - 1000, max: start + 10_000 }),
  },
  { requiredKeys: [] },
);

describe('R§6.2 filters together', () => {
  it('I§4 GET /events R§6.2 R§6.3 any combination of filters, in any scope and page size, gives what a plain filter of all events gives', async () => {
    await fc.assert(
      fc.asyncProperty(queries, fc.constantFrom('account', 'group', 'group key', 'site', 'read', 'site in group'), fc.constantFrom(1, 3, 20, 200), async (query, scope, limit) => {
        const expected = all.filter(
          (event) =>
            (query.code?.includes(event.code) ?? true) &&
            (query.severity?.includes(event.severity as Severity) ?? true) &&
            (query.user_id === undefined || event.user_id === query.user_id) &&
            (query.object === undefined || event.object === query.object) &&
            (query.event_type === undefined || event.event_type === query.event_type) &&
            (query.q === undefined || query.q.toLowerCase().split(' ').every((word) => event.message.toLowerCase().includes(word))) &&
            (query.from === undefined || Date.parse(event.occurred_at) >= query.from) &&
            (query.to === undefined || Date.parse(event.occurred_at) <= query.to) &&
            (scope === 'account' || (scope === 'group' || scope === 'group key' ? event.site_id !== sites[2].id : event.site_id === sites[0].id)),
        );
        const own: Query = {
          limit: String(limit),
          ...(query.code === undefined ? {} : { code: query.code.map(String) }),
          ...(query.severity === undefined ? {} : { severity: [query.severity.join(',')] }),
          ...Object.fromEntries(Object.entries(query).filter(([name]) => ['user_id', 'object', 'event_type', 'q'].includes(name)).map(([name, value]) => [name, String(value)])),
          ...(query.from === undefined ? {} : { from: iso(query.from) }),
          ...(query.to === undefined ? {} : { to: iso(query.to) }),
          ...(scope === 'group' || scope === 'site in group' ? { group_id: group.id } : {}),
          ...(scope === 'site' || scope === 'site in group' ? { site_id: sites[0].id } : {}),
        };
        const page = async (cursor: string) => {
          const given = { ...own, cursor };
          if (scope === 'read') return (await sites[0].call('GET', '/events', { query: given })).as(200, siteList);
          return (await account.call('GET', '/events', { query: given, ...(scope === 'group key' ? { token: groupKey.key } : {}) })).as(200, accountList);
        };
        const seen: number[] = [];
        let cursor = '';
        do {
          const { events, next_cursor } = await page(cursor);
          // Nothing here is large enough for a page that is cut short.
          expect(events.length).toBe(Math.min(limit, expected.length - seen.length));
          seen.push(...ids(events));
          cursor = next_cursor;
          // Three pages are enough of a walk; the next ones are like them.
        } while (cursor !== '' && seen.length < 3 * limit);
        expect(seen).toEqual(ids(expected).slice(0, seen.length));
        if (cursor === '') expect(seen).toHaveLength(expected.length);
      }),
      { numRuns: 120 },
    );
  });
});

describe('R§6.1 R§2.8 what is invalid', () => {
  const notIntegers = ['', '+5', '%2B5', '%205', '5%20', '5.0', '5.', '1e1', '0x5', 'abc', 'NaN', '-', '--5', '9007199254740992', '10000000000000000', '00000000000000005', '%D9%A5', '5,6', '[5]', 'null', 'true', '%00', '5%00'];

  it('I§4 ?limit I§8 Page size R§6.1 limit is 1 to 200 and 50 by default', async () => {
    expect((await account.call('GET', '/events')).as(200, accountList).events).toHaveLength(50);
    expect((await account.call('GET', '/events?limit=1')).as(200, accountList).events).toHaveLength(1);
    expect((await account.call('GET', '/events?limit=0000000000000005')).as(200, accountList).events).toHaveLength(5);
    expect((await account.call('GET', '/events?limit=200')).as(200, accountList).events).toHaveLength(126);
    for (const bad of [...notIntegers, '0', '-1', '-0', '201', '9007199254740991']) await refused(`limit=${bad}`, 'invalid limit');
    await refused('limit=5&limit=5', 'invalid limit');
  });

  it.each([...notIntegers, '-1', '-5'])('R§2.8 R§6.1 code and user_id: %j', async (bad) => {
    if (bad !== '5,6') await refused(`code=${bad}`, 'invalid code');
    await refused(`user_id=${bad}`, 'invalid user_id');
  });

  it('R§6.1 R§6.3 lists: an empty element, more than 100 codes, an unwanted value among good ones', async () => {
    for (const bad of ['code=1000,', 'code=,1000', 'code=1000,,1001', 'code=,', 'code=1000&code=', 'code=1000&code=x', `code=${Array.from({ length: 101 }, (_, at) => at).join(',')}`, Array.from({ length: 101 }, () => 'code=5').join('&')]) await refused(bad, 'invalid code');
    expect((await account.call('GET', '/events?user_id=-0&code=-0')).status).toBe(200);
  });

  it.each(['', '%20', 'now', '2023-02-29', '2024-13-01', '2024-01-01T24:00:00Z', '2024-01-01T23:59:60Z', '1700000000', '2024', '2024-01', '2024-01-01T12:00:00%2B0200', '2024-01-01T12:00:00%2B24:00', '2024-01-01T12:00:00.Z', '2024-01-01T12:00:00,5Z', '2024-01-01Z', '2024-01-01T12:00:00.1234567890Z', '%00', '2024-01-01T00:00:00Z%00'])('R§2.9 R§6.1 from and to: %j', async (bad) => {
    await refused(`from=${bad}`, 'invalid from');
    await refused(`to=${bad}`, 'invalid to');
  });

  it('R§6.1 a single-valued parameter given twice is invalid, even where both are the same', async () => {
    for (const [name, value] of [['limit', '5'], ['from', '2024-01-01'], ['to', '2024-01-01'], ['user_id', '5'], ['object', 'post'], ['event_type', 'login'], ['q', 'x'], ['cursor', '']]) await refused(`${name}=${value}&${name}=${value}`, `invalid ${name}`);
  });

  it('R§6.1 empty values: q, object, event_type and cursor are not given', async () => {
    await expectMatches({ q: '', object: '', event_type: '', cursor: '' }, () => true);
  });

  it('R§2.4 of several bad parameters the first in the order of interface.md answers', async () => {
    const order: [string, string][] = [['limit', '0'], ['from', 'x'], ['to', 'x'], ['code', 'x'], ['user_id', 'x'], ['object', 'a&object=b'], ['event_type', 'a&event_type=b'], ['severity', 'x'], ['q', 'a&q=b'], ['cursor', 'x']];
    for (const [at, [name]] of order.entries()) {
      await refused(order.slice(at).reverse().map(([one, value]) => `${one}=${value}`).join('&'), `invalid ${name}`);
    }
  });
});
