import { summaryShape, type AccountEvent, type Summary } from '@goal/contract';
import { describe, expect, it } from 'vitest';

import { makeEvent, sharedService } from './harness.ts';
import { iso, openReadWorld, type Query } from './read-world.ts';
import { data } from './trpc-answers.ts';

const world = await openReadWorld();
const service = await sharedService();

const summary = async (query: Query, token?: string): Promise<Summary> =>
  (await world.account.call('GET', '/events/summary', { query, ...(token === undefined ? {} : { token }) })).as(
    200,
    summaryShape,
  );

/** Counts a list as a summary does: most events first. */
function counted(events: readonly AccountEvent[], key: (event: AccountEvent) => object): object[] {
  const groups = new Map<string, number>();
  for (const event of events) {
    const text = JSON.stringify(key(event));
    groups.set(text, (groups.get(text) ?? 0) + 1);
  }
  return [...groups].map(([text, count]) => ({ ...(JSON.parse(text) as object), events: count })); // made above
}
const sorted = (groups: readonly object[]): string[] =>
  groups.map((group) => JSON.stringify(Object.entries(group).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();

const names: Readonly<Record<number, string>> = { 1000: 'user: login', 1001: 'user: logout', 2002: 'post: modified' };
/** A code with what it means; the table of the plugin lacks 9999. */
const named = ({ code }: AccountEvent): object => ({ code, ...(code in names ? { name: names[code] } : {}) });

describe('R§11.1 R§11.2 a summary', () => {
  it.each([
    ['severity', ({ severity }: AccountEvent) => ({ severity })],
    ['code', named],
    ['object', ({ object }: AccountEvent) => ({ object })],
    ['event_type,code', (event: AccountEvent) => ({ event_type: event.event_type, ...named(event) })],
    ['day', ({ occurred_at }: AccountEvent) => ({ day: occurred_at.slice(0, 10) })],
    [
      'hour,severity',
      ({ occurred_at, severity }: AccountEvent) => ({ hour: `${occurred_at.slice(0, 13)}:00:00+00:00`, severity }),
    ],
    [
      'site',
      ({ site_id, domain, site_name }: AccountEvent) => ({
        site_id,
        domain,
        ...(site_name === undefined ? {} : { site_name }),
      }),
    ],
  ])('R§11.2 by=%s counts what the list holds, for the account, its group and each filter', async (by, key) => {
    for (const [query, matches] of [
      [{}, () => true],
      [{ code: '1000,9999' }, ({ code }: AccountEvent) => code === 1000 || code === 9999],
      [{ username: 'u1' }, ({ username }: AccountEvent) => username === 'u1'],
      [{ q: 'wo' }, ({ message }: AccountEvent) => message.includes('wo')],
      [{ severity: 'high' }, ({ severity }: AccountEvent) => severity === 'high'],
    ] as const) {
      const expected = world.all.filter(matches);
      const answer = await summary({ by, limit: '200', ...query });
      expect(sorted(answer.counts)).toEqual(sorted(counted(expected, key)));
      expect(answer).toMatchObject({
        other: 0,
        matched: expected.length,
        complete: true,
        counted_back_to: null,
        next_cursor: '',
      });
      const inGroup = expected.filter(({ site_id }) => site_id !== world.sites[2].id);
      expect(sorted((await summary({ by, limit: '200', ...query }, world.groupKey.key)).counts)).toEqual(
        sorted(counted(inGroup, key)),
      );
    }
  });

  it('R§11.2 a user is one of a site, with the name of the newest event; limit leaves the rest to other', async () => {
    const { counts, other, matched } = await summary({ by: 'user', limit: '200' });
    expect(other).toBe(0);
    expect(matched).toBe(126);
    for (const { user_id, username, site_id, events } of counts) {
      const own = world.all.filter((event) => event.user_id === user_id && event.site_id === site_id);
      expect([username, events]).toEqual([own[0]?.username, own.length]);
    }
    const few = await summary({ by: 'user', limit: '2' });
    expect(few.counts).toHaveLength(2);
    expect(few.matched).toBe(126);
    expect(few.other).toBe(126 - few.counts.reduce((sum, { events }) => sum + events, 0));
  });

  it('R§11.2 the name of a user in a day is that of the newest event of the day', async () => {
    const site = await service.makeSite(await service.makeAccount({ plan: 'agency', reseller: true }));
    const at = (hour: string, username: string) =>
      makeEvent({ user_id: 5, username, occurred_at: `2026-01-31T${hour}:00:00Z` });
    await service.ingest(site, [at('09', 'oldest'), at('11', 'newest'), at('10', 'between')]);
    const answer = await site.call('GET', '/events/summary?by=day,user&to=2026-02-01');
    expect(answer.as(200, summaryShape).counts).toEqual([
      { day: '2026-01-31', user_id: 5, username: 'newest', site_id: site.id, events: 3 },
    ]);
  });

  it('R§11.2 events without an id of a user are one group of their site, with the name of the newest', async () => {
    const site = await service.makeSite(await service.makeAccount({ plan: 'agency', reseller: true }));
    const at = (hour: string, user_id: number | null, username: string | null) =>
      makeEvent({ user_id, username, occurred_at: `2026-01-31T${hour}:00:00Z` });
    await service.ingest(site, [at('09', 0, 'root'), at('10', null, 'li'), at('11', 7, 'li'), at('08', null, null)]);
    const { counts } = (await site.call('GET', '/events/summary?by=user')).as(200, summaryShape);
    expect(counts).toEqual([
      { user_id: 0, username: 'li', site_id: site.id, events: 3 },
      { user_id: 7, username: 'li', site_id: site.id, events: 1 },
    ]);
    const params = { name: 'summarize_events', arguments: { by: 'user' } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { text } = await service.call('POST', '/mcp', { token: site.token, domain: site.domain, body });
    expect(text).toContain('- 3: user_id 0: without an id, the newest by <untrusted>li</untrusted> | site_id');
  });

  it('R§11.2 a day ends where the zone ends it, also where its offset changes off the quarter of an hour', async () => {
    const site = await service.makeSite(await service.makeAccount({ plan: 'agency', reseller: true }));
    const times = ['2010-11-07T02:29:59Z', '2010-11-07T02:30:30Z', '2010-11-07T02:31:30Z'];
    await service.ingest(
      site,
      times.map((occurred_at) => makeEvent({ occurred_at })),
    );
    // At 00:01 clocks went back to 23:01 of the day before.
    const query = { by: 'day', tz: 'America/St_Johns', to: '2010-11-08' };
    const { counts } = (await site.call('GET', '/events/summary', { query })).as(200, summaryShape);
    expect(counts).toEqual([
      { day: '2010-11-06', events: 2 },
      { day: '2010-11-07', events: 1 },
    ]);
  });

  it('R§11.1 by is severity and limit 20 unless they are given, at every door', async () => {
    const site = await service.makeSite(await service.makeAccount({ plan: 'agency', reseller: true }));
    await service.ingest(
      site,
      Array.from({ length: 21 }, (_, code) => makeEvent({ code, severity: 'low' })),
    );
    const key = { token: site.token, domain: site.domain };
    const ask = async (input: object) => {
      const query = { input: JSON.stringify(input) };
      return data(await service.call('GET', '/trpc/read.events.summary', { root: true, ...key, query }));
    };
    const counts = [{ severity: 'low', events: 21 }];
    expect((await site.call('GET', '/events/summary')).body).toMatchObject({ counts });
    expect(await ask({})).toMatchObject({ counts });
    for (const answer of [(await site.call('GET', '/events/summary?by=code')).body, await ask({ by: 'code' })])
      expect(answer).toMatchObject({
        counts: Array.from({ length: 20 }, (_, code) => ({ code, events: 1 })),
        other: 1,
      });
  });

  it('R§11.2 a group has its keys in the order asked for, then its events', async () => {
    const { text } = await world.account.call('GET', '/events/summary?by=event_type,code&limit=1');
    expect(text).toMatch(/^\{"counts":\[\{"event_type":"[^"]*","code":\d+(,"name":"[^"]+")?,"events":\d+\}\],"other":/);
  });

  it('R§11.2 a code that the plugin knows has a name, at REST, by native calls, for models and with another key', async () => {
    const query = { by: 'code,severity', limit: '200' };
    const { counts } = await summary(query);
    expect(counts.length).toBeGreaterThan(3);
    for (const { code = 0, name } of counts) expect(name).toBe(names[code]);
    const { text } = await world.account.call('GET', '/events/summary', { query });
    expect(text).toMatch(/\{"code":1000,"name":"user: login","severity":"[a-z]+","events":\d+\}/);
    expect(text).toMatch(/\{"code":9999,"severity":"[a-z]+","events":\d+\}/);
    const input = JSON.stringify({ ...query, limit: 200 });
    const native = { root: true, token: world.account.token, query: { input } };
    expect(data(await service.call('GET', '/trpc/account.events.summary', native))).toMatchObject({ counts });
    const call = { name: 'summarize_events', arguments: { ...query, limit: 200 } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
    const headers = { Accept: 'application/json, text/event-stream' };
    const answer = await service.call('POST', '/mcp', { token: world.account.token, body, headers });
    expect(answer.body).toMatchObject({ result: { structuredContent: { counts } } });
    expect(answer.text).toContain('code 1000 (user: login)');
    expect((await summary({ by: 'severity' })).counts.some((group) => 'name' in group)).toBe(false);
  });

  it('R§11.2 groups come with most events first and ties by key; those of a time in its order', async () => {
    const bySeverity = (await summary({ by: 'severity' })).counts.map(({ events }) => events);
    expect(bySeverity).toEqual([...bySeverity].sort((a, b) => b - a));
    const hours = (await summary({ by: 'hour,code' })).counts.map(({ hour }) => hour ?? '');
    expect(hours).toEqual([...hours].sort());
  });

  it('R§11.2 equal counts come in the order of their keys, and a limit keeps the first of them', async () => {
    const site = await service.makeSite(await service.makeAccount({ plan: 'agency', reseller: true }));
    const events = [
      ['pear', 1000],
      ['apple', 999],
      ['fig', 77],
    ] as const;
    await service.ingest(
      site,
      events.map(([object, code]) => makeEvent({ object, code })),
    );
    const counts = async (query: Query) =>
      (await site.call('GET', '/events/summary', { query })).as(200, summaryShape).counts;
    expect((await counts({ by: 'object' })).map(({ object }) => object)).toEqual(['apple', 'fig', 'pear']);
    expect((await counts({ by: 'object', limit: '1' })).map(({ object }) => object)).toEqual(['apple']);
    expect((await counts({ by: 'code,object', limit: '2' })).map(({ code }) => code)).toEqual([77, 999]);
  });

  it('R§11.2 with a time, limit bounds the other key over the whole range', async () => {
    const { counts, other } = await summary({ by: 'hour,code', limit: '1' });
    expect(new Set(counts.map(({ code }) => code)).size).toBe(1);
    expect(other).toBe(126 - counts.reduce((sum, { events }) => sum + events, 0));
  });

  it('R§11.2 days come from the counters where nothing else is asked, and say the same', async () => {
    const exact = await summary({ by: 'day,severity', limit: '200' });
    expect([exact.source, exact.looked_at, exact.complete]).toEqual(['days', 0, true]);
    const looked = await summary({ by: 'day,severity', limit: '200', code: '1000,1001,2002,9999' });
    expect([looked.source, looked.looked_at]).toEqual(['events', 126]);
    expect(looked.counts).toEqual(exact.counts);
    for (const query of [{ tz: 'Europe/Berlin' }, { from: iso(world.start + 1) }, { by: 'severity,code' }])
      expect((await summary({ by: 'severity', ...query })).source, JSON.stringify(query)).toBe('events');
    for (const query of [{ site_id: world.sites[0].id }, { group_id: world.group.id }, { severity: 'low' }]) {
      const days = await summary({ by: 'site,severity', limit: '200', ...query });
      const events = await summary({ by: 'site,severity', limit: '200', tz: 'Europe/Berlin', ...query });
      expect([days.source, events.source]).toEqual(['days', 'events']);
      expect(days.counts).toEqual(events.counts);
    }
    for (const tz of ['utc', 'Etc/UTC']) expect((await summary({ by: 'day', tz })).source, tz).toBe('days');
  });

  it('R§11.2 a range in the first years is counted like any other', async () => {
    const whole = await summary({ by: 'severity' });
    expect(await summary({ by: 'severity', from: '0000-12-25' })).toEqual(whole);
    for (const by of ['severity', 'day'])
      expect(await summary({ by, to: '0000-05-01T23:59:59.999Z' })).toMatchObject({
        counts: [],
        matched: 0,
        source: 'days',
      });
  });

  it('R§11.1 a site key counts its own site; another key sees nothing of it', async () => {
    const [site] = world.sites;
    const answer = (await site.call('GET', '/events/summary', { query: { by: 'site' } })).as(200, summaryShape);
    expect(answer.counts).toEqual([{ site_id: site.id, events: 42 }]);
    (await world.account.call('GET', '/events/summary?group_id=00000000-0000-4000-8000-000000000000')).refused(
      404,
      'not found',
    );
    (
      await world.account.call('GET', `/events/summary?site_id=${world.sites[2].id}`, { token: world.groupKey.key })
    ).refused(404, 'not found');
  });

  it('R§11.1 by, limit, tz and cursor are judged in this order, after the filters', async () => {
    const refused = async (query: string, error: string) => {
      (await world.account.call('GET', `/events/summary?${query}`)).refused(400, error);
      (await world.sites[0].call('GET', `/events/summary?${query}`)).refused(400, error);
    };
    for (const by of ['', 'x', 'day,day', 'day,code,user', 'code,', 'DAY', 'code%2C%20user'])
      await refused(`by=${by}`, 'invalid by');
    await refused('by=day&by=code', 'invalid by');
    for (const limit of ['', '0', '201', 'x']) await refused(`limit=${limit}`, 'invalid limit');
    for (const tz of ['', 'Nowhere/City', '%2B01:00', 'Europe/Berlin;']) await refused(`tz=${tz}`, 'invalid tz');
    await refused('cursor=x', 'invalid cursor');
    const page = await world.account.call('GET', '/events?limit=1');
    await refused(`cursor=${(JSON.parse(page.text) as { next_cursor: string }).next_cursor}`, 'invalid cursor');
    const all = ['severity=x', 'by=x', 'limit=x', 'tz=x', 'cursor=x'];
    for (const [at, name] of ['severity', 'by', 'limit', 'tz', 'cursor'].entries())
      await refused(all.slice(at).reverse().join('&'), `invalid ${name}`);
  });

  it('R§11.2 a range of more than 400 days or 744 hours is refused; without from it begins that long before its end', async () => {
    const refused = async (query: string) =>
      (await world.account.call('GET', `/events/summary?${query}`)).refused(400, 'invalid by');
    await refused('by=day&from=2024-01-01&to=2026-01-01');
    await refused('by=hour&from=2026-01-01&to=2026-03-01');
    const own = await service.makeAccount({ plan: 'agency', reseller: true });
    const site = await service.makeSite(own);
    await service.ingest(
      site,
      ['2020-01-01T12:00:00Z', '2025-12-31T12:00:00Z'].map((occurred_at) => makeEvent({ occurred_at })),
    );
    const days = (await own.call('GET', '/events/summary?by=day&to=2026-01-01&q=e')).as(200, summaryShape);
    expect(days.counts.map(({ day }) => day)).toEqual(['2025-12-31']);
    // Without `to` the moment of the question ends the range that is judged; later events count
    // too.
    const hoursFromNow = (hours: number): string => iso(Date.now() + hours * 3_600_000);
    await service.ingest(site, [makeEvent({ occurred_at: hoursFromNow(1) })]);
    for (const [by, longest] of [
      ['hour', 744],
      ['day', 9600],
    ] as const) {
      const of = (hours: number) => ({ by, from: hoursFromNow(-hours), q: 'e' });
      const { matched } = (await own.call('GET', '/events/summary', { query: of(longest - 1) })).as(200, summaryShape);
      expect(matched, by).toBe(by === 'hour' ? 1 : 2);
      (await own.call('GET', '/events/summary', { query: of(longest + 1) })).refused(400, 'invalid by');
    }
  });
});
