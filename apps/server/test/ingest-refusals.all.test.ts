import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { makeEvent, sharedService, type Site } from './harness.ts';
import { expectRejected, result, send } from './ingest-site.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });

const hour = 3_600_000;
const day = 24 * 3_600_000;
const iso = (ms: number): string => new Date(ms).toISOString();
const freshSite = async (over: { plan?: string; reseller?: boolean } = {}): Promise<Site> => {
  const site = await service.makeSite(Object.keys(over).length === 0 ? account : await service.makeAccount(over));
  await service.setReadRate(site, 1000);
  return site;
};

describe('R§7.4 refused events', () => {
  const required = ['occurred_at', 'code', 'severity', 'object', 'event_type', 'message'] as const;

  it('R§7.4 a missing or null required field is `<field> required`, the first of several', async () => {
    const site = await freshSite();
    const without = (names: readonly string[], value?: null): object =>
      Object.fromEntries(
        Object.entries(makeEvent()).flatMap(([name, own]) =>
          names.includes(name) ? (value === undefined ? [] : [[name, value]]) : [[name, own]],
        ),
      );
    await expectRejected(site, [
      ...required.map((name): [object, string] => [without([name]), `${name} required`]),
      ...required.map((name): [object, string] => [without([name], null), `${name} required`]),
      ...required.map((_name, at): [object, string] => [without(required.slice(at)), `${required[at]} required`]),
      [{}, 'occurred_at required'],
      [JSON.parse('{"__proto__":{"occurred_at":"2026-01-01T00:00:00Z"}}'), 'occurred_at required'],
    ]);
  });

  it('R§7.4 R§2.3 a wrong type and then a wrong value answer the sentence of the field', async () => {
    const objects = [true, {}, [], ['x']];
    const notWhole = [
      '+5',
      ' 5',
      '5.0',
      '1e1',
      '0x5',
      'abc',
      '',
      '-5',
      -1,
      1.5,
      2 ** 53,
      1e300,
      '9007199254740992',
      '00000000000000005',
      '\u0665',
    ];
    const notTimes = [
      '',
      'yesterday',
      '2024-02-30T00:00:00Z',
      '2024-01-01',
      '2024-01-01T00:00:00',
      '2024-01-01T24:00:00Z',
      '2024-01-01T23:59:60Z',
      '2024-01-01T12:00:00 05:00',
      '1700000000',
      '1999-12-31T23:59:59.999Z',
      '1970-01-01T00:00:00Z',
      '2000-01-01T00:30:00+01:00',
      iso(Date.now() + 25 * hour),
      '9999-12-31T23:59:59Z',
      '0000-00-00T00:00:00Z',
    ];
    await expectRejected(await freshSite(), [
      ...[...objects, 5, 1700000000].map((value): [object, string] => [
        makeEvent({ occurred_at: value }),
        'occurred_at must be a string',
      ]),
      ...notTimes.map((value): [object, string] => [makeEvent({ occurred_at: value }), 'invalid occurred_at']),
      ...objects.map((value): [object, string] => [makeEvent({ code: value }), 'code must be an integer']),
      ...notWhole.map((value): [object, string] => [makeEvent({ code: value }), 'invalid code']),
      ...[
        ...objects,
        'urgent',
        'LOW',
        'Info',
        ' low',
        '',
        0,
        1,
        100,
        250.5,
        -200,
        600,
        '250.0',
        '+250',
        'constructor',
      ].map((value): [object, string] => [makeEvent({ severity: value }), 'invalid severity']),
      ...(['object', 'event_type', 'message'] as const).flatMap((name) =>
        [...objects, 5].map((value): [object, string] => [makeEvent({ [name]: value }), `${name} must be a string`]),
      ),
    ]);
    await expectRejected(await freshSite(), [
      ...[
        'x',
        'null',
        randomUUID().replaceAll('-', ''),
        `${randomUUID()}x`,
        ` ${randomUUID()}`,
        `{${randomUUID()}}`,
        5,
        true,
        {},
        [randomUUID()],
      ].map((value): [object, string] => [makeEvent({ event_uuid: value }), 'invalid event_uuid']),
      ...[null, 5, 'x', true, [], [makeEvent()]].map((value): [unknown, string] => [value, 'event must be an object']),
    ]);
  });

  it('R§2.4 R§7.2 among several bad fields the first in the order of rulings §7.2 answers, whatever their order in the body', async () => {
    const bad: [string, unknown, string][] = [
      ['occurred_at', 'x', 'invalid occurred_at'],
      ['code', -1, 'invalid code'],
      ['severity', 'x', 'invalid severity'],
      ['object', 5, 'object must be a string'],
      ['event_type', 5, 'event_type must be a string'],
      ['message', 5, 'message must be a string'],
      ['event_uuid', 'x', 'invalid event_uuid'],
    ];
    await expectRejected(
      await freshSite(),
      bad.map(([, , error], at) => [
        Object.fromEntries(
          [...Object.entries(makeEvent()), ...bad.slice(at)]
            .reverse()
            .filter(([name], place, all) => all.findIndex(([other]) => other === name) === place),
        ),
        error,
      ]),
    );
  });

  it('R§7.4 an event older than the site’s retention on arrival is refused; the plan decides, and resellers are exempt', async () => {
    const owner = await service.makeAccount({ plan: 'starter' });
    const site = await service.makeSite(owner);
    await service.setReadRate(site, 1000);
    const aged = (days: number, margin: number) => makeEvent({ occurred_at: iso(Date.now() - days * day - margin) });
    const refused = async (days: number): Promise<void> => {
      (await send(site, aged(days, 60_000))).refused(400, 'older than retention');
      expect(result(await send(site, { events: [aged(days, 60_000), aged(days, -60_000)] }))).toEqual({
        accepted: 1,
        duplicates: 0,
        rejected: [{ index: 0, error: 'older than retention' }],
      });
    };
    await refused(30);
    await service.setPlan(owner, 'agency');
    expect(result(await send(site, aged(30, 60_000))).accepted).toBe(1);
    await refused(365);
    await service.setPlan(owner, 'free');
    await refused(7);
    await service.setReseller(owner, true);
    for (const days of [7, 365, 5000]) expect(result(await send(site, aged(days, 60_000))).accepted).toBe(1);
    (await send(site, makeEvent({ occurred_at: '1999-12-31T00:00:00Z' }))).refused(400, 'invalid occurred_at');
    await service.setReseller(owner, false);
    await refused(7);
    (await send(site, makeEvent({ occurred_at: iso(Date.now() - 300 * day), code: -1 }))).refused(
      400,
      'older than retention',
    );
  });

  it('R§7.4 an event up to 24 hours ahead or as old as 2000 is accepted', async () => {
    const site = await freshSite();
    expect(
      result(
        await send(site, {
          events: [
            makeEvent({ occurred_at: iso(Date.now() + 23.9 * hour) }),
            makeEvent({ occurred_at: '2000-01-01T00:00:00.000Z' }),
            makeEvent({ occurred_at: '1999-12-31T23:30:00-01:00' }),
          ],
        }),
      ).accepted,
    ).toBe(3);
    (await send(site, makeEvent({ occurred_at: iso(Date.now() + 24 * hour + 60_000) }))).refused(
      400,
      'invalid occurred_at',
    );
  });
});

describe('R§2.4 the order of judgement', () => {
  it('R§2.4 R§4.5 the order is credential, domain, site state, type, size, JSON, fields', async () => {
    const owner = await service.makeAccount({ plan: 'agency' });
    const [site, other, paused] = [
      await service.makeSite(owner),
      await service.makeSite(owner),
      await service.makeSite(owner),
    ];
    const wrong = {
      body: 'x'.repeat(5_000_000),
      headers: { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' },
    };
    (await service.call('POST', '/events', wrong)).refused(401, 'missing bearer token');
    (await service.call('POST', '/events', { ...wrong, token: owner.token })).refused(401, 'invalid token');
    (await service.call('POST', '/events', { ...wrong, token: service.adminWrite })).refused(401, 'invalid token');
    (await service.call('POST', '/events', { ...wrong, token: site.token })).refused(403, 'domain mismatch');
    (await site.call('POST', '/events', { ...wrong, domain: other.domain })).refused(403, 'domain mismatch');
    await service.revokeSite(site);
    (await site.call('POST', '/events', { ...wrong, domain: other.domain })).refused(403, 'domain mismatch');
    (await site.call('POST', '/events', wrong)).refused(403, 'site revoked');
    await service.revokeSite(paused);
    (await service.admin('POST', `/sites/${paused.id}/restore`)).done();
    (await paused.call('POST', '/events', wrong)).refused(403, 'site paused');
    (await other.call('POST', '/events', wrong)).refused(415, 'content type must be application/json');
    (await other.call('POST', '/events', { body: wrong.body, headers: { 'Content-Encoding': 'gzip' } })).refused(
      415,
      'content encoding not supported',
    );
    (await other.call('POST', '/events', { body: wrong.body })).refused(413, 'body too large');
    (await other.call('POST', '/events', { body: '{' })).refused(400, 'invalid JSON body');
    (await other.call('POST', '/events', { body: '[]' })).refused(400, 'body must be a JSON object');
    (await other.call('POST', '/events', { body: '{}' })).refused(400, 'occurred_at required');
  });

  it('R§7.1 R§2.4 the free plan may send, but not read through the API', async () => {
    const site = await freshSite({ plan: 'free' });
    expect(result(await send(site, makeEvent())).accepted).toBe(1);
    (await site.call('GET', '/events')).refused(403, 'api access requires a paid plan');
  });

  it('R§5.1 R§6.8 the domain header is read in every valid spelling, never with a port', async () => {
    const site = await freshSite();
    for (const domain of [site.domain.toUpperCase(), `${site.domain}.`, ` ${site.domain} `])
      expect(result(await site.call('POST', '/events', { body: makeEvent(), domain })).accepted).toBe(1);
    for (const domain of [
      `${site.domain}:443`,
      `https://${site.domain}`,
      `www.${site.domain}`,
      '',
      '.',
      'localhost',
      `${site.domain}..`,
      `${site.domain},${site.domain}`,
    ])
      (await site.call('POST', '/events', { body: makeEvent(), domain })).refused(403, 'domain mismatch');
  });
});
