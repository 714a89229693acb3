import { gunzipSync } from 'node:zlib';

import { actionShape, beginsLikeFormula, type AccountEvent } from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { begin, parseCsv, parseLines, rest, type Lines } from './export-reader.ts';
import { makeEvent, sharedService, type Account, type Site } from './harness.ts';
import { accountList } from './read-world.ts';

const service = await sharedService();
let account: Account;
let sites: [Site, Site, Site];
beforeAll(async () => {
  account = await service.makeAccount({ plan: 'agency', reseller: true });
  const group = await service.makeGroup(account);
  sites = [
    await service.makeSite(account, { name: 'One', group_id: group.id }),
    await service.makeSite(account, { group_id: group.id }),
    await service.makeSite(account, { name: 'Three' }),
  ];
  const start = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  for (const [place, site] of sites.entries()) {
    await service.setReadRate(site, 1000);
    const events = Array.from({ length: 250 }, (_, at) =>
      makeEvent({
        // Many events share a moment, also across sites.
        occurred_at: new Date(start + Math.floor(at / 7) * 10).toISOString(),
        code: [1, 2, 3][(at + place) % 3],
        severity: at % 2 === 0 ? 'low' : 'high',
        message: at % 5 === 0 ? 'a rare Word' : `event ${at}`,
      }),
    );
    await service.ingest(site, events);
  }
});

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const keyOf = async (): Promise<string> => (await service.makeAccountKey(account)).key;

/** A whole export of lines; `of` is a site with its own key, or an account's or group's key. */
async function exported(query: string, of: Site | string = account.token): Promise<Lines> {
  const isKey = typeof of === 'string';
  const headers = isKey ? bearer(of) : { ...bearer(of.token), 'X-Site-Domain': of.domain };
  const answer = await begin(service, `${isKey ? '/account' : ''}/events/export${query}`, headers);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  const { bytes, isWhole } = await rest(answer);
  expect(isWhole).toBe(true);
  const lines = parseLines(bytes);
  expect(lines.end).toBeDefined();
  return lines;
}

/** The same events from the pages of the list. */
async function listed(query: string): Promise<AccountEvent[]> {
  const events: AccountEvent[] = [];
  for (let cursor = ''; ;) {
    const page = (await account.call('GET', `/events?limit=200&cursor=${cursor}&${query}`)).as(200, accountList);
    events.push(...page.events);
    if (page.next_cursor === '') return events;
    cursor = page.next_cursor;
  }
}
const asListed = ({ events }: Lines): object[] => events.map(({ received_at: _, ...event }) => event);

describe('an export of lines', () => {
  it.each(['', 'code=1,2&severity=high', 'q=RARE%20word', 'object=nowhere', 'to=2000-01-01'])(
    'holds what the list holds, in its order or the other way: %s',
    async (query) => {
      const all = await listed(query);
      expect(asListed(await exported(`?${query}`))).toEqual(all);
      expect(asListed(await exported(`?order=asc&${query}`))).toEqual(all.toReversed());
    },
  );

  inAllRun(() => {
    it('covers a group or one of its sites, with each kind of key', async () => {
      const [one, two, three] = sites;
      const group = (await account.call('GET', '/groups')).body as { groups: { id: string }[] };
      const groupId = group.groups[0]?.id ?? expect.fail();
      const { key } = await service.makeGroupKey(account, { id: groupId });
      const ofGroup = await listed(`group_id=${groupId}`);
      expect(ofGroup).toHaveLength(500);
      for (const order of ['desc', 'asc']) {
        const expected = order === 'desc' ? ofGroup : ofGroup.toReversed();
        expect(asListed(await exported(`?order=${order}`, key))).toEqual(expected);
        expect(asListed(await exported(`?order=${order}&group_id=${groupId}`))).toEqual(expected);
      }
      const ofTwo = ofGroup.filter((event) => event.site_id === two.id);
      expect(asListed(await exported(`?site_id=${two.id}`, key))).toEqual(ofTwo);
      const own = ofGroup
        .filter((event) => event.site_id === one.id)
        .map(({ domain: _, site_name: __, ...event }) => event);
      expect(asListed(await exported('', one))).toEqual(own);
      expect((await exported(`?site_id=${three.id}&group_id=${groupId}`)).events).toEqual([]);
      (await account.call('GET', `/events/export?site_id=${three.id}`, { token: key })).refused(404, 'not found');
    });
  });

  it('begins with a description: owner, filters, start time', async () => {
    const [one] = sites;
    const before = Date.now();
    const { head } = await exported(`?site_id=${one.id}&from=2026-01-31&code=1&severity=high&q=a+b&user_id=0`);
    expect(head.scope).toEqual({ account_id: account.id, site_id: one.id });
    expect(head.filters).toEqual({
      from: '2026-01-31T00:00:00.000Z',
      code: [1],
      user_id: 0,
      severity: ['high'],
      q: 'a b',
    });
    expect(Date.parse(head.started_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(head.started_at)).toBeLessThanOrEqual(Date.now());
    expect((await exported('', one)).head.scope).toEqual({ site_id: one.id });
  });

  inAllRun(() => {
    it('continues from any checkpoint and from a list cursor, in both directions', async () => {
      const owner = await service.makeAccount({ plan: 'agency', reseller: true });
      const site = await service.makeSite(owner);
      for (let batch = 0; batch < 11; batch += 1)
        await service.ingest(
          site,
          Array.from({ length: 1000 }, () => makeEvent()),
        );
      for (const order of ['desc', 'asc']) {
        const whole = await exported(`?order=${order}`, owner.token);
        expect(whole.events).toHaveLength(11_000);
        expect(whole.checkpoints.map(({ after }) => after)).toEqual([10_000]);
        for (const { cursor, after } of whole.checkpoints) {
          const left = await exported(`?order=${order}&cursor=${cursor}`, owner.token);
          expect(left.events).toEqual(whole.events.slice(after));
        }
      }
      const page = (await owner.call('GET', '/events?limit=3')).as(200, accountList);
      const [first] = (await exported(`?cursor=${page.next_cursor}`, owner.token)).events;
      expect(first?.id).toBeLessThan(page.events[2]?.id ?? 0);
    });
  });

  it('is compressed where accepted, and offered as a file', async () => {
    const headers = { ...bearer(await keyOf()), 'Accept-Encoding': 'br;q=1, gzip;q=0.5' };
    const answer = await begin(service, '/account/events/export', headers);
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      'content-disposition': 'attachment; filename="events.ndjson"',
    });
    expect(parseLines(gunzipSync((await rest(answer)).bytes)).end?.events).toBe(750);
    const plain = { ...bearer(await keyOf()), 'Accept-Encoding': 'gzip;q=0, identity' };
    const unzipped = await begin(service, '/account/events/export', plain);
    expect(unzipped.headers['content-encoding']).toBeUndefined();
    expect(parseLines((await rest(unzipped)).bytes).end?.events).toBe(750);
  });
});

describe('an export of rows', () => {
  it('R§9.8 is RFC 4180 with a header, no field begins like a formula, and a reader has the texts that were sent', async () => {
    const owner = await service.makeAccount({ plan: 'agency', reseller: true });
    const site = await service.makeSite(owner, { name: '=SUM(A1)' });
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@x',
      '\tx',
      '\rx',
      'plain',
      'a,b',
      'say "hi"',
      'two\r\nlines',
      '',
      "'=1",
      "'quoted'",
      ' =1',
      '\u200b＝1',
    ];
    await service.ingest(
      site,
      texts.map((message, at) =>
        makeEvent({ message, username: message, occurred_at: new Date(Date.now() - at * 1000).toISOString() }),
      ),
    );
    const answer = await owner.call('GET', '/events/export?format=csv');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    const [header = [], ...rows] = parseCsv(answer.text);
    const list = (await owner.call('GET', '/events')).as(200, accountList).events;
    expect(rows.flat().filter((field) => /^[\s\u200b]*[=+\-@＝]/.test(field))).toEqual([]);
    const read = (field: string): string =>
      field.startsWith("'") && beginsLikeFormula(field) ? field.slice(1) : field;
    expect(rows.map((row) => row.filter((_, at) => header[at] !== 'received_at').map(read))).toEqual(
      list.map((event) =>
        header.filter((column) => column !== 'received_at').map((column) => String(Reflect.get(event, column) ?? '')),
      ),
    );
    const ofSite = await site.call('GET', '/events/export?format=csv&q=nothing+like+it');
    expect(ofSite.text).toBe(
      'id,occurred_at,received_at,code,severity,object,event_type,user_id,username,message,site_id,ip\r\n',
    );
    expect(header.slice(-3)).toEqual(['domain', 'site_name', 'ip']);
  });
});

describe('an export request', () => {
  const actions = z.object({ actions: z.array(actionShape), next_cursor: z.string() });
  const last = async (of: Account) =>
    (await service.admin('GET', `/actions?account_id=${of.id}&limit=1`)).as(200, actions).actions[0];

  it('R§8.b5 is recorded with key, filters without search words, rows, and whether it was complete', async () => {
    const [one] = sites;
    const { events } = await exported('?code=1&q=secret+words&severity=low&order=asc');
    expect(events).toEqual([]);
    await expect
      .poll(() => last(account))
      .toMatchObject({
        actor_kind: 'account_key',
        actor: account.prefix,
        action: 'events.export',
        account_id: account.id,
        site_id: null,
        detail: {
          key: account.prefix,
          filters: { code: [1], severity: ['low'], q: 'not recorded' },
          rows: 0,
          complete: true,
        },
      });
    await exported('', one);
    await expect
      .poll(() => last(account))
      .toMatchObject({
        actor_kind: 'site_key',
        actor: one.prefix,
        site_id: one.id,
        detail: { rows: 250, complete: true },
      });
  });

  it('R§2.4 R§2.3 with an error is answered with its sentence, and not recorded', async () => {
    const before = await last(account);
    for (const [query, sentence] of [
      ['format=xml', 'invalid format'],
      ['format=', 'invalid format'],
      ['format=csv&format=csv', 'invalid format'],
      ['order=up', 'invalid order'],
      ['from=x', 'invalid from'],
      ['cursor=x', 'invalid cursor'],
      ['code=', 'invalid code'],
      ['severity=x', 'invalid severity'],
    ] as const) {
      (await account.call('GET', `/events/export?${query}`)).refused(400, sentence);
      (await sites[0].call('GET', `/events/export?${query}`)).refused(400, sentence);
    }
    const tail = (await account.call('GET', '/events/tail')).body as { next_after: string };
    (await account.call('GET', `/events/export?cursor=${tail.next_after}`)).refused(400, 'invalid cursor');
    (await account.call('GET', '/events/export?group_id=x')).refused(404, 'not found');
    (await account.call('POST', '/events/export')).refused(405, 'method not allowed');
    const head = await account.call('HEAD', '/events/export');
    expect([head.status, head.headers['content-type'], head.text]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
      '',
    ]);
    const natively = await service.call('GET', '/trpc/account.events.export?input=%7B%7D', {
      root: true,
      token: account.token,
    });
    expect([natively.status, natively.body]).toMatchObject([404, { error: { message: 'not found' } }]);
    expect(await last(account)).toEqual(before);
  });
});
