import { randomUUID } from 'node:crypto';

import { eventDetailShape, ingestResultShape, siteEventShape } from '@goal/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { makeEvent, startService, type Account, type Answer, type Site, type TestService } from './harness.ts';

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount({ plan: 'agency', reseller: true });
});
afterAll(() => service.stop());

const hour = 3_600_000;
const day = 24 * hour;
const iso = (ms: number): string => new Date(ms).toISOString();
const list = z.object({ events: z.array(siteEventShape), next_cursor: z.string() });

const freshSite = async (over: { plan?: string; reseller?: boolean } = {}): Promise<Site> => {
  const site = await service.makeSite(Object.keys(over).length === 0 ? account : await service.makeAccount(over));
  await service.setReadRate(site, 1000);
  return site;
};
const send = (site: Site, body: unknown): Promise<Answer> => site.call('POST', '/events', { body });
const result = (answer: Answer) => answer.as(200, ingestResultShape);
const events = async (site: Site, query: Record<string, string | number> = { limit: 200 }) => (await site.call('GET', '/events', { query })).as(200, list).events;
/** One event in, and the same event read back whole. */
async function roundTrip(site: Site, event: object) {
  expect(result(await send(site, event))).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
  const [newest] = await events(site, { limit: 1 });
  return (await site.call('GET', `/events/${newest?.id}`)).as(200, eventDetailShape);
}
/** What each of these becomes when it is sent alone, and when it is sent in a batch between good ones: the same sentence, and the good ones are stored. */
async function expectRejected(site: Site, bad: readonly [event: unknown, error: string][]): Promise<void> {
  for (const [event, error] of bad) {
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) (await send(site, event)).refused(400, error);
  }
  const before = (await events(site)).length;
  const batch = bad.flatMap(([event]) => [event, makeEvent({ message: 'good' })]);
  expect(result(await send(site, { events: batch }))).toEqual({
    accepted: bad.length,
    duplicates: 0,
    rejected: bad.map(([, error], at) => ({ index: 2 * at, error })),
  });
  const after = await events(site);
  expect(after).toHaveLength(before + bad.length);
  expect(after.every(({ message }) => message === 'good')).toBe(true);
}

describe('R§7.1 R§7.2 what an event is', () => {
  it('R§7.1 R§7.4 one event: stored, readable at once, every field as it was sent', async () => {
    const site = await freshSite();
    const sent = {
      ...makeEvent(), occurred_at: iso(Date.now() - hour), user_agent: 'Mozilla/5.0', session_id: 'abc', post_id: 12, post_type: 'page', post_status: 'publish',
    };
    expect(await roundTrip(site, { ...sent, event_uuid: randomUUID() })).toEqual({ ...sent, id: expect.any(Number) as number, site_id: site.id });
  });

  it('R§7.2 R§6.6 what the sender left out is none: user 0, no name, null', async () => {
    const site = await freshSite();
    const none = { user_id: 0, username: '', user_agent: null, session_id: null, post_id: null, post_type: null, post_status: null };
    const { user_id: _id, username: _name, ...bare } = makeEvent();
    expect(await roundTrip(site, bare)).toMatchObject(none);
    const optional = ['user_id', 'username', 'user_agent', 'session_id', 'post_id', 'post_type', 'post_status', 'event_uuid'];
    for (const nothing of ['', null]) {
      expect(await roundTrip(site, { ...bare, occurred_at: iso(Date.now()), ...Object.fromEntries(optional.map((name) => [name, nothing])) })).toMatchObject(none);
    }
    expect(await roundTrip(site, { ...bare, occurred_at: iso(Date.now()), post_id: 0, user_id: 0 })).toMatchObject(none);
    expect(await roundTrip(site, { ...bare, occurred_at: iso(Date.now()), post_id: '0', user_id: '0' })).toMatchObject(none);
  });

  it('R§7.2 an empty text is a value in object, event_type and message', async () => {
    const site = await freshSite();
    expect(await roundTrip(site, makeEvent({ object: '', event_type: '', message: '' }))).toMatchObject({ object: '', event_type: '', message: '' });
  });

  it('R§7.2 R§2.8 integers may come as decimal texts', async () => {
    const site = await freshSite();
    expect(await roundTrip(site, makeEvent({ code: '1001', user_id: '007', post_id: '9007199254740991', severity: '300' }))).toMatchObject({ code: 1001, user_id: 7, post_id: 9007199254740991, severity: 'medium' });
    expect(await roundTrip(site, makeEvent({ occurred_at: iso(Date.now()), code: 9007199254740991, user_id: 9007199254740991, post_id: 1.0 }))).toMatchObject({ code: 9007199254740991, user_id: 9007199254740991, post_id: 1 });
    expect(await roundTrip(site, makeEvent({ occurred_at: iso(Date.now() + 1), code: 0, user_id: -0 }))).toMatchObject({ code: 0, user_id: 0 });
  });

  it.each([['info', 'info'], ['low', 'low'], ['medium', 'medium'], ['high', 'high'], ['critical', 'critical'], [200, 'info'], [250, 'low'], [300, 'medium'], [400, 'high'], [500, 'critical'], ['500', 'critical']])('R§7.2 the severity %j is %s', async (severity, name) => {
    expect(await roundTrip(await freshSite(), makeEvent({ severity }))).toMatchObject({ severity: name });
  });

  it('R§7.2 R§2.9 occurred_at in every spelling comes back in UTC with milliseconds', async () => {
    const site = await freshSite();
    const at = Math.floor((Date.now() - hour) / 60_000) * 60_000;
    const text = iso(at);
    const [date, time] = [text.slice(0, 10), text.slice(11, 16)];
    const spellings: [string, number][] = [
      [`${date}T${time}:00Z`, at], [`${date}t${time}:00.5z`, at + 500], [`${date} ${time}Z`, at], [`${date}T${time}:00.123999999Z`, at + 123], [`${iso(at + 5.5 * hour).slice(0, 19)}+05:30`, at], [`${iso(at - 3 * hour).slice(0, 19)}.25-03:00`, at + 250],
    ];
    for (const [spelling, ms] of spellings) expect(await roundTripAt(site, spelling)).toBe(iso(ms));
  });
  const roundTripAt = async (site: Site, occurred_at: string): Promise<string | undefined> => {
    const message = randomUUID();
    expect(result(await send(site, makeEvent({ occurred_at, message }))).accepted).toBe(1);
    return (await events(site, { q: message }))[0]?.occurred_at;
  };
});

describe('R§7.4 what is refused', () => {
  const required = ['occurred_at', 'code', 'severity', 'object', 'event_type', 'message'] as const;

  it('R§7.4 a required field that is missing or null: <field> required, the first of several', async () => {
    const site = await freshSite();
    const without = (names: readonly string[], value?: null): object =>
      Object.fromEntries(Object.entries(makeEvent()).flatMap(([name, own]) => (names.includes(name) ? (value === undefined ? [] : [[name, value]]) : [[name, own]])));
    await expectRejected(site, [
      ...required.map((name): [object, string] => [without([name]), `${name} required`]),
      ...required.map((name): [object, string] => [without([name], null), `${name} required`]),
      ...required.map((_name, at): [object, string] => [without(required.slice(at)), `${required[at]} required`]),
      [{}, 'occurred_at required'],
      [JSON.parse('{"__proto__":{"occurred_at":"2026-01-01T00:00:00Z"}}'), 'occurred_at required'],
    ]);
  });

  it('R§7.4 R§2.3 a wrong type, then a wrong value: the sentence of the field', async () => {
    const objects = [true, {}, [], ['x']];
    const notWhole = ['+5', ' 5', '5.0', '1e1', '0x5', 'abc', '', '-5', -1, 1.5, 2 ** 53, 1e300, '9007199254740992', '00000000000000005', '\u0665'];
    const notTimes = ['', 'yesterday', '2024-02-30T00:00:00Z', '2024-01-01', '2024-01-01T00:00:00', '2024-01-01T24:00:00Z', '2024-01-01T23:59:60Z', '2024-01-01T12:00:00 05:00', '1700000000', '1999-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z', '2000-01-01T00:30:00+01:00', iso(Date.now() + 25 * hour), '9999-12-31T23:59:59Z', '0000-00-00T00:00:00Z'];
    await expectRejected(await freshSite(), [
      ...[...objects, 5, 1700000000].map((value): [object, string] => [makeEvent({ occurred_at: value }), 'occurred_at must be a string']),
      ...notTimes.map((value): [object, string] => [makeEvent({ occurred_at: value }), 'invalid occurred_at']),
      ...objects.map((value): [object, string] => [makeEvent({ code: value }), 'code must be an integer']),
      ...notWhole.map((value): [object, string] => [makeEvent({ code: value }), 'invalid code']),
      ...[...objects, 'urgent', 'LOW', 'Info', ' low', '', 0, 1, 100, 250.5, -200, 600, '250.0', '+250', 'constructor'].map((value): [object, string] => [makeEvent({ severity: value }), 'invalid severity']),
      ...(['object', 'event_type', 'message'] as const).flatMap((name) => [...objects, 5].map((value): [object, string] => [makeEvent({ [name]: value }), `${name} must be a string`])),
    ]);
    await expectRejected(await freshSite(), [
      ...['x', 'null', randomUUID().replaceAll('-', ''), `${randomUUID()}x`, ` ${randomUUID()}`, `{${randomUUID()}}`, 5, true, {}, [randomUUID()]].map((value): [object, string] => [makeEvent({ event_uuid: value }), 'invalid event_uuid']),
      ...[null, 5, 'x', true, [], [makeEvent()]].map((value): [unknown, string] => [value, 'event must be an object']),
    ]);
  });

  it('R§2.4 R§7.2 of several bad fields the first in the order of rulings §7.2 answers, whatever the order in the body', async () => {
    const bad: [string, unknown, string][] = [['occurred_at', 'x', 'invalid occurred_at'], ['code', -1, 'invalid code'], ['severity', 'x', 'invalid severity'], ['object', 5, 'object must be a string'], ['event_type', 5, 'event_type must be a string'], ['message', 5, 'message must be a string'], ['event_uuid', 'x', 'invalid event_uuid']];
    await expectRejected(await freshSite(), bad.map(([, , error], at) => [Object.fromEntries([...Object.entries(makeEvent()), ...bad.slice(at)].reverse().filter(([name], place, all) => all.findIndex(([other]) => other === name) === place)), error]));
  });

  it('R§7.4 older than the retention of the site on arrival: it follows the plan, and never holds for a reseller', async () => {
    const owner = await service.makeAccount({ plan: 'starter' });
    const site = await service.makeSite(owner);
    await service.setReadRate(site, 1000);
    const aged = (days: number, margin: number) => makeEvent({ occurred_at: iso(Date.now() - days * day - margin) });
    const refused = async (days: number): Promise<void> => {
      (await send(site, aged(days, 60_000))).refused(400, 'older than retention');
      expect(result(await send(site, { events: [aged(days, 60_000), aged(days, -60_000)] }))).toEqual({ accepted: 1, duplicates: 0, rejected: [{ index: 0, error: 'older than retention' }] });
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
    (await send(site, makeEvent({ occurred_at: iso(Date.now() - 300 * day), code: -1 }))).refused(400, 'older than retention');
  });

  it('R§7.4 up to 24 hours ahead is taken, and the year 2000', async () => {
    const site = await freshSite();
    expect(result(await send(site, { events: [makeEvent({ occurred_at: iso(Date.now() + 23.9 * hour) }), makeEvent({ occurred_at: '2000-01-01T00:00:00.000Z' }), makeEvent({ occurred_at: '1999-12-31T23:30:00-01:00' })] })).accepted).toBe(3);
    (await send(site, makeEvent({ occurred_at: iso(Date.now() + 24 * hour + 60_000) }))).refused(400, 'invalid occurred_at');
  });
});

describe('R§7.1 R§7.4 batches', () => {
  it('R§7.1 from 1 to 1,000 events; an empty list is 400, 1,001 are 413 and none of them is stored', async () => {
    const site = await freshSite();
    const many = (count: number) => Array.from({ length: count }, (_, at) => makeEvent({ message: `event ${at}` }));
    expect(result(await send(site, { events: many(1) }))).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    expect(result(await send(site, { events: many(1000) }))).toEqual({ accepted: 1000, duplicates: 0, rejected: [] });
    const other = await freshSite();
    (await send(other, { events: many(1001) })).refused(413, 'too many events');
    (await send(other, { events: Array.from({ length: 1001 }, () => null) })).refused(413, 'too many events');
    (await send(other, { events: [] })).refused(400, 'events must hold 1 to 1000 events');
    expect(await events(other)).toEqual([]);
  });

  it.each([null, 5, 'x', true, {}, ''])('R§7.4 where events is present at all the body is a batch: %j', async (value) => {
    (await send(await freshSite(), { ...makeEvent(), events: value })).refused(400, 'events must be an array');
  });

  it('R§7.4 fields beside events are ignored, and events inside an event too', async () => {
    const site = await freshSite();
    expect(result(await send(site, { ...makeEvent(), code: 'bad', events: [makeEvent({ events: [] })] })).accepted).toBe(1);
    expect(await events(site)).toHaveLength(1);
  });

  it('R§7.4 a batch of bad events alone is 200 with all of them rejected', async () => {
    const site = await freshSite();
    expect(result(await send(site, { events: [{}, null, 5] }))).toEqual({ accepted: 0, duplicates: 0, rejected: [{ index: 0, error: 'occurred_at required' }, { index: 1, error: 'event must be an object' }, { index: 2, error: 'event must be an object' }] });
    expect(await events(site)).toEqual([]);
  });

  it('R§7.4 many batches at once: every accepted event is there once, and in its order', async () => {
    const site = await freshSite();
    const start = Date.now() - hour;
    const batches = Array.from({ length: 20 }, (_, batch) => Array.from({ length: 50 }, (_event, at) => makeEvent({ occurred_at: iso(start + at), message: `${batch}/${at}` })));
    for (const answer of await Promise.all(batches.map((one) => send(site, { events: one })))) expect(result(answer).accepted).toBe(50);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = (await site.call('GET', '/events', { query: { limit: 200, cursor } })).as(200, list);
      seen.push(...page.events.map(({ message }) => message));
      cursor = page.next_cursor;
      if (cursor === '') break;
    }
    expect(seen).toHaveLength(1000);
    expect(new Set(seen).size).toBe(1000);
  });
});

describe('R§7.5 event_uuid', () => {
  it('R§7.5 a retry is a duplicate: alone, in a batch, whatever its other fields say, in letters of any case; the first stays', async () => {
    const site = await freshSite();
    const first = makeEvent({ event_uuid: randomUUID(), message: 'first' });
    expect(result(await send(site, first))).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    for (const over of [{}, { message: 'second' }, { occurred_at: iso(Date.now() - 5 * hour), code: 1, severity: 'critical', object: 'x' }, { event_uuid: String(first['event_uuid']).toUpperCase() }]) {
      expect(result(await send(site, { ...first, ...over }))).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
    }
    expect(result(await send(site, { events: [first, makeEvent(), { ...first, code: 'bad' }, { ...first, message: 'x' }] }))).toEqual({ accepted: 1, duplicates: 2, rejected: [{ index: 2, error: 'invalid code' }] });
    expect((await events(site)).filter(({ message }) => message !== 'Changed the post «Prices»').map(({ message }) => message)).toEqual(['first']);
  });

  it('R§7.5 twice in one batch is stored once, the first of them', async () => {
    const site = await freshSite();
    const id = randomUUID();
    expect(result(await send(site, { events: [makeEvent({ event_uuid: id, message: 'a' }), makeEvent({ event_uuid: id.toUpperCase(), message: 'b' }), makeEvent({ event_uuid: id, message: 'c', occurred_at: iso(Date.now()) })] }))).toEqual({ accepted: 1, duplicates: 2, rejected: [] });
    expect((await events(site)).map(({ message }) => message)).toEqual(['a']);
  });

  it('R§7.5 events without one are never duplicates', async () => {
    const site = await freshSite();
    const one = makeEvent();
    expect(result(await send(site, { events: [one, one, { ...one, event_uuid: '' }, { ...one, event_uuid: null }] })).accepted).toBe(4);
  });

  it('R§7.5 other sites never meet it, nor does the same domain registered anew; keys of one site share it', async () => {
    const [one, other] = [await freshSite(), await freshSite()];
    const event = makeEvent({ event_uuid: randomUUID() });
    expect(result(await send(one, event)).accepted).toBe(1);
    expect(result(await send(other, event)).accepted).toBe(1);
    const { token } = (await account.call('POST', `/sites/${one.id}/tokens`)).body as { token: string };
    expect(result(await one.call('POST', '/events', { body: event, token })).duplicates).toBe(1);
    (await account.call('DELETE', `/sites/${one.id}?confirm=true`)).done();
    const again = await service.makeSite(account, { domain: one.domain });
    expect(result(await send(again, event)).accepted).toBe(1);
    expect(await events(again)).toHaveLength(1);
  });

  it('R§7.5 also when many requests race, single and in batches, it is stored once', async () => {
    const site = await freshSite();
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const batch = { events: ids.map((event_uuid) => makeEvent({ event_uuid })) };
    const singles = ids.map((event_uuid) => makeEvent({ event_uuid }));
    const answers = await Promise.all([...Array.from({ length: 10 }, () => send(site, batch)), ...singles.map((one) => send(site, one))]);
    const totals = answers.map(result).reduce((sum, { accepted, duplicates }) => ({ accepted: sum.accepted + accepted, duplicates: sum.duplicates + duplicates }), { accepted: 0, duplicates: 0 });
    expect(totals).toEqual({ accepted: 20, duplicates: 200 });
    expect(await events(site)).toHaveLength(20);
  });
});

describe('R§2.4 the order of judgement', () => {
  it('R§2.4 R§4.5 credential, domain, state of the site, type, size, JSON, fields', async () => {
    const owner = await service.makeAccount({ plan: 'agency' });
    const [site, other, paused] = [await service.makeSite(owner), await service.makeSite(owner), await service.makeSite(owner)];
    const wrong = { body: 'x'.repeat(5_000_000), headers: { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' } };
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
    (await other.call('POST', '/events', { body: wrong.body, headers: { 'Content-Encoding': 'gzip' } })).refused(415, 'content encoding not supported');
    (await other.call('POST', '/events', { body: wrong.body })).refused(413, 'body too large');
    (await other.call('POST', '/events', { body: '{' })).refused(400, 'invalid JSON body');
    (await other.call('POST', '/events', { body: '[]' })).refused(400, 'body must be a JSON object');
    (await other.call('POST', '/events', { body: '{}' })).refused(400, 'occurred_at required');
  });

  it('R§7.1 R§2.4 the free plan may send; its reading is behind the gate', async () => {
    const site = await freshSite({ plan: 'free' });
    expect(result(await send(site, makeEvent())).accepted).toBe(1);
    (await site.call('GET', '/events')).refused(403, 'api access requires a paid plan');
  });

  it('R§5.1 R§6.8 the domain header in any of its spellings, never with a port', async () => {
    const site = await freshSite();
    for (const domain of [site.domain.toUpperCase(), `${site.domain}.`, ` ${site.domain} `]) expect(result(await site.call('POST', '/events', { body: makeEvent(), domain })).accepted).toBe(1);
    for (const domain of [`${site.domain}:443`, `https://${site.domain}`, `www.${site.domain}`, '', '.', 'localhost', `${site.domain}..`, `${site.domain},${site.domain}`]) (await site.call('POST', '/events', { body: makeEvent(), domain })).refused(403, 'domain mismatch');
  });
});
