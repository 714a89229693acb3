import { actionShape, eventDetailShape, siteTailShape } from '@goal/contract';
import { inAllRun } from '@goal/db/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { begin, parseCsv, parseLines, rest } from './export-reader.ts';
import { makeEvent, sharedService } from './harness.ts';
import { addressOf, ids, openReadWorld } from './read-world.ts';

const world = await openReadWorld();
const service = await sharedService();
/** A site whose events the other tests do not read. */
const ownSite = async () => service.makeSite(await service.makeAccount({ plan: 'agency', reseller: true }));
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

describe('R§11.4 who did it and from where', () => {
  it('R§11.4 username matches exactly and case-sensitively; empty is not given', async () => {
    await world.expectMatches({ username: 'u1' }, ({ username }) => username === 'u1');
    await world.expectMatches({ username: 'U1' }, () => false);
    await world.expectMatches({ username: 'u' }, () => false);
    await world.expectMatches({ username: 'u1 ' }, () => false);
    await world.expectMatches({ username: '' }, () => true);
    await world.expectMatches(
      { username: 'u1', q: 'wo' },
      (event) => event.username === 'u1' && event.message.includes('wo'),
    );
    await world.refused('username=u1&username=u1', 'invalid username');
  });

  inAllRun(() => {
    it('R§11.4 username is looked for as an event keeps it: cleaned, and cut to 255 characters', async () => {
      const site = await ownSite();
      const long = `${'n'.repeat(254)}🎉`;
      await service.ingest(site, [
        makeEvent({ username: `${long}and more`, occurred_at: '2020-01-01T00:00:00Z' }),
        makeEvent({ username: 'nul\0', occurred_at: '2020-01-01T00:00:00Z' }),
      ]);
      const old = { to: '2020-01-02' };
      for (const username of [`${long}and more`, long, 'nul\0', 'nul\uFFFD'])
        expect(await world.ofSite(site, { ...old, username }), username).toHaveLength(1);
      for (const not_username of [`${long}and more`, long])
        expect(await world.ofSite(site, { ...old, not_username }), not_username).toHaveLength(1);
    });

    it('R§11.4 a list of a native call or of a model leaves out texts that hold a comma', async () => {
      const site = await ownSite();
      await service.ingest(site, [makeEvent({ username: 'Smith, John' }), makeEvent({ username: 'Smith' })]);
      const { body } = await service.call('GET', '/trpc/read.events.list', {
        root: true,
        token: site.token,
        domain: site.domain,
        query: { input: JSON.stringify({ not_username: ['Smith, John'] }) },
      });
      expect(JSON.stringify(body)).toContain('"username":"Smith"');
      expect(JSON.stringify(body)).not.toContain('Smith, John');
    });
  });

  it('R§11.4 ip takes an address in any spelling, or a network', async () => {
    const from =
      (...addresses: string[]) =>
      (event: { message: string }) =>
        addresses.includes(addressOf(event) ?? '');
    await world.expectMatches({ ip: '203.0.113.7' }, from('203.0.113.7'));
    await world.expectMatches({ ip: '::ffff:203.0.113.7' }, from('203.0.113.7'));
    await world.expectMatches({ ip: '203.0.113.0/24' }, from('203.0.113.7', '203.0.113.200'));
    await world.expectMatches({ ip: '203.0.113.99/25' }, from('203.0.113.7'));
    await world.expectMatches({ ip: '2001:0DB8:0::1' }, from('2001:db8::1'));
    await world.expectMatches({ ip: '2001:db8::/32' }, from('2001:db8::1'));
    await world.expectMatches({ ip: '198.51.100.1' }, () => false);
    for (const bad of [
      '',
      'localhost',
      '203.0.113',
      '203.0.113.7/7',
      '203.0.113.7/33',
      '2001:db8::/15',
      '1.2.3.4,5.6.7.8',
      '%00',
    ])
      await world.refused(`ip=${bad}`, 'invalid ip');
    await world.refused('ip=203.0.113.7&ip=203.0.113.7', 'invalid ip');
    const site = await ownSite();
    for (const [sent, ip] of [
      ['::102:304', '::1.2.3.4'],
      ['::FFFF:cb00:7107', '203.0.113.7'],
    ] as const) {
      await service.ingest(site, [makeEvent({ ip: sent, occurred_at: '2020-01-01T00:00:00Z' })]);
      for (const asked of [sent, ip, `${ip}/${ip.includes(':') ? 128 : 32}`]) {
        const [found] = await world.ofSite(site, { to: '2020-01-02', ip: asked });
        expect((await site.call('GET', `/events/${found?.id ?? 0}`)).body, asked).toMatchObject({ ip });
      }
    }
  });

  it('R§11.4 the «not» filters leave out what they name, alone and beside their positives', async () => {
    await world.expectMatches({ not_code: '1000' }, ({ code }) => code !== 1000);
    await world.expectMatches({ not_code: ['1000,9999', '7'] }, ({ code }) => code !== 1000 && code !== 9999);
    await world.expectMatches({ code: '1000,1001', not_code: '1001' }, ({ code }) => code === 1000);
    await world.expectMatches({ not_username: 'u0,nobody' }, ({ username }) => username !== 'u0');
    await world.expectMatches({ not_object: 'post,user' }, ({ object }) => object !== 'post' && object !== 'user');
    await world.expectMatches({ not_object: 'never seen' }, () => true);
    await world.expectMatches({ not_event_type: ' modified' }, ({ event_type }) => event_type !== ' modified');
    await world.expectMatches({ not_object: '', not_username: '', not_event_type: ',' }, () => true);
    const many = Array.from({ length: 101 }, (_, at) => String(at)).join();
    for (const name of ['not_code', 'not_username', 'not_object', 'not_event_type'])
      await world.refused(`${name}=${many}`, `invalid ${name}`);
    for (const bad of ['', 'x', '1,', '-1', '1.5']) await world.refused(`not_code=${bad}`, 'invalid not_code');
  });

  it('R§11.4 the filters are judged after user_id and before object, each «not» right after its positive', async () => {
    const given = ['code=x', 'not_code=x', 'user_id=x', 'username=a&username=b', 'ip=x', 'severity=x'];
    const names = ['code', 'not_code', 'user_id', 'username', 'ip', 'severity'];
    for (const [at, name] of names.entries())
      await world.refused(given.slice(at).reverse().join('&'), `invalid ${name}`);
  });
});

describe('R§11.5 the address of an event', () => {
  it('R§11.5 the single event shows it as its last field, and only where there is one; lists never do', async () => {
    for (const event of world.all.slice(0, 14)) {
      const answer = await world.account.call(
        'GET',
        `/events?limit=1&from=${event.occurred_at}&to=${event.occurred_at}`,
      );
      expect(answer.text).not.toContain('"ip"');
      const site = world.sites.find(({ id }) => id === event.site_id);
      const alone = await site?.call('GET', `/events/${event.id}`);
      const detail = alone?.as(200, eventDetailShape);
      expect(detail?.ip).toBe(addressOf(event));
      if (detail?.ip !== undefined) expect(Object.keys(detail).at(-1)).toBe('ip');
    }
  });

  inAllRun(() => {
    it('R§11.5 the tail shows it where there is one, and an export as the last field or column', async () => {
      const [site] = world.sites;
      const headers = { ...bearer(site.token), 'X-Site-Domain': site.domain };
      const read = async (format: string) =>
        (await rest(await begin(service, `/events/export?format=${format}&from=2021-01-01`, headers))).bytes;
      const { events } = parseLines(await read('ndjson'));
      expect(events).toHaveLength(42);
      for (const event of events) expect(event.ip).toBe(addressOf(event));
      const [head, ...rows] = parseCsv((await read('csv')).toString());
      expect(head?.at(-1)).toBe('ip');
      expect(rows.map((row) => row.at(-1))).toEqual(events.map((event) => event.ip ?? ''));
      const named = `/account/events/export?format=ndjson&from=2021-01-01&site_id=${site.id}`;
      const lines = (await rest(await begin(service, named, bearer(world.account.token)))).bytes.toString();
      const followed = await world.account.call('GET', '/events/tail?after=0&limit=1000');
      for (const text of [lines, followed.text]) {
        expect(text).toContain('"ip":"203.0.113.7"}');
        // Nothing follows the address, not even the names of the site.
        expect(text).not.toMatch(/"ip":"[^"]*",/);
      }
      const tail = await site.call('GET', '/events/tail?after=0&limit=1000&ip=203.0.113.0/24&not_username=u0');
      const shown = tail.as(200, siteTailShape).events;
      expect(shown.length).toBeGreaterThan(0);
      for (const event of shown) expect([event.ip?.startsWith('203.0.113.'), event.username]).toEqual([true, 'u1']);
    });

    it('R§11.5 a record of an export says that it was by a name or an address, and not which', async () => {
      const key = await service.makeAccountKey(world.account);
      const query = 'username=u1&ip=203.0.113.7&not_username=u0&code=1000';
      await rest(await begin(service, `/account/events/export?${query}`, bearer(key.key)));
      const actions = z.object({ actions: z.array(actionShape), next_cursor: z.string() });
      const answer = await service.admin('GET', `/actions?account_id=${world.account.id}&actor=${key.prefix}`);
      expect(answer.as(200, actions).actions[0]?.detail).toMatchObject({
        filters: { username: 'not recorded', ip: 'not recorded', not_username: 'not recorded', code: [1000] },
      });
    });
  });

  it('R§11.5 whatever is sent as ip, the event is stored', async () => {
    const site = await ownSite();
    const at = '2020-02-02T00:00:00Z';
    await service.ingest(
      site,
      ['203.0.113.9', 'nonsense', 7, null, {}, ''].map((ip) => makeEvent({ ip, occurred_at: at })),
    );
    const stored = await world.ofSite(site, { from: at, to: at });
    expect(stored).toHaveLength(6);
    expect(ids(await world.ofSite(site, { from: at, to: at, ip: '203.0.113.9' }))).toEqual([stored.at(-1)?.id]);
  });
});
