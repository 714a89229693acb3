import { ingestResultShape, limits, siteEventShape, eventDetailShape } from '@goal/contract';
import fc from 'fast-check';
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

const list = z.object({ events: z.array(siteEventShape), next_cursor: z.string() });
const freshSite = async (): Promise<Site> => {
  const site = await service.makeSite(account);
  await service.setReadRate(site, 1000);
  return site;
};
const send = (site: Site, body: unknown): Promise<Answer> => site.call('POST', '/events', { body });
const result = (answer: Answer) => answer.as(200, ingestResultShape);
const events = async (site: Site, query: Record<string, string | number> = { limit: 200 }) => (await site.call('GET', '/events', { query })).as(200, list).events;
const detail = async (site: Site, id: number) => (await site.call('GET', `/events/${id}`)).as(200, eventDetailShape);

const texts = ['object', 'event_type', 'message', 'username', 'user_agent', 'session_id', 'post_type', 'post_status'] as const;
const most = (name: string): number => (name === 'message' ? limits.messageLength : name === 'user_agent' ? limits.userAgentLength : limits.textLength);
/** What is stored of a text (rulings §7.3), by the words of the ruling. */
const stored = (text: string, length: number): string => [...text].slice(0, length).join('').replace(/[\0\uD800-\uDFFF]/gu, '\uFFFD');

describe('R§7.3 a value that an attacker chose never makes an event disappear', () => {
  it.each(texts)('R§7.3 an over-long %s is cut to its length in code points, and never through a pair', async (name) => {
    const site = await freshSite();
    const length = most(name);
    const values = ['x'.repeat(length), 'x'.repeat(length + 1), '🎉'.repeat(length + 7), `${'x'.repeat(length - 1)}🎉🎉`, `${'x'.repeat(length - 1)}\ud83c`, 'é'.repeat(100_000)];
    const start = Date.now() - 3_600_000;
    const sent = values.map((value, at) => makeEvent({ [name]: value, occurred_at: new Date(start + at).toISOString() }));
    expect(result(await send(site, { events: sent }))).toEqual({ accepted: values.length, duplicates: 0, rejected: [] });
    for (const [at, event] of (await events(site)).reverse().entries()) {
      expect((await detail(site, event.id))[name]).toBe(stored(values[at] ?? '', length));
    }
  });

  it('R§7.3 NUL and lone surrogates become U+FFFD in every text, also as escapes in the JSON', async () => {
    const site = await freshSite();
    const evil = 'a\u0000b\ud800c\udfffd🎉e\uffff\ufffe';
    const clean = 'a\ufffdb\ufffdc\ufffdd🎉e\uffff\ufffe';
    result(await send(site, makeEvent(Object.fromEntries(texts.map((name) => [name, evil])))));
    const [event] = await events(site);
    expect(await detail(site, event?.id ?? 0)).toMatchObject(Object.fromEntries(texts.map((name) => [name, clean])));
  });

  it('R§7.3 attacks in every text are stored as they are, and found as they are', async () => {
    const site = await freshSite();
    const attacks = ["'; DROP TABLE event; --", '<script>alert(1)</script>', '${7*7}{{7*7}}', '{"a":1}', '\\u0000', '%00%s%n', '\u202e\u200b', '"', "'", 'null', '__proto__', '\r\nX-Injected: 1', '\\', '$1', "E'\\x00'", '{NULL}', '","', 'NULL', '\\N', '\t', '👩‍👩‍👧‍👦', '%', '_', '(', ')'];
    const start = Date.now() - 3_600_000;
    result(await send(site, { events: attacks.map((text, at) => makeEvent({ ...Object.fromEntries(texts.map((name) => [name, text])), occurred_at: new Date(start + at).toISOString() })) }));
    const back = (await events(site)).reverse();
    expect(back.map(({ object, event_type, message, username }) => [object, event_type, message, username])).toEqual(attacks.map((text) => [text, text, text, text]));
    for (const text of attacks) {
      expect((await events(site, { object: text })).map(({ object }) => object), text).toEqual([text]);
      expect((await events(site, { event_type: text })).map(({ object }) => object), text).toEqual([text]);
    }
  });

  it('R§7.3 object, event_type and code are open lists', async () => {
    const site = await freshSite();
    const many = Array.from({ length: 300 }, (_, at) => makeEvent({ object: `object ${at}`, event_type: `type ${at}`, code: 900_000 + at }));
    expect(result(await send(site, { events: many })).accepted).toBe(300);
    expect(await events(site, { object: 'object 299', event_type: 'type 299', code: 900_299 })).toHaveLength(1);
  });

  it('R§7.3 an optional field of a wrong type is stored as none, and the event kept', async () => {
    const site = await freshSite();
    const odd = [5, -1, 1.5, 1e300, true, false, {}, [], ['x'], { toString: 'x' }, [null]];
    const notWhole = ['abc', '+5', '1e1', ' 5', '-1', '9007199254740992', '\u0665', 'x'.repeat(10_000)];
    const none: Record<string, unknown> = { user_id: 0, username: '', user_agent: null, session_id: null, post_id: null, post_type: null, post_status: null };
    const cases = [
      ...Object.keys(none).flatMap((name) => odd.filter((value) => !(value === 5 && name.endsWith('_id') && name !== 'session_id')).map((value) => ({ name, value }))),
      ...['user_id', 'post_id'].flatMap((name) => notWhole.map((value) => ({ name, value }))),
    ];
    const start = Date.now() - 3_600_000;
    const { user_id: _user, username: _name, ...base } = makeEvent();
    result(await send(site, { events: cases.map(({ name, value }, at) => ({ ...base, occurred_at: new Date(start + at).toISOString(), [name]: value })) }));
    const back = (await events(site)).reverse();
    expect(back).toHaveLength(cases.length);
    for (const [at, { name, value }] of cases.entries()) {
      const event = await detail(site, back[at]?.id ?? 0);
      expect(event[name as keyof typeof event], `${name} ${JSON.stringify(value)}`).toBe(none[name]); // a name of the table above
    }
  });
});

/** JSON texts that no serializer writes. */
const literal = fc.oneof(
  fc.constantFrom('1e400', '-0', '-1', '1e-5', '9007199254740993', '123456789012345678901234567890', '"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '""', 'null', 'true', '[]', '{}', '{"__proto__":null}', '"2026-01-01T00:00:00Z"', `${'['.repeat(500)}${']'.repeat(500)}`, `"${'x'.repeat(20_000)}"`, '{"toString":5,"valueOf":null}', '"constructor"', '0.1', '"0"', '"١"'),
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)),
);
const names = ['occurred_at', 'code', 'severity', ...texts, 'user_id', 'post_id', 'event_uuid', '__proto__', 'constructor', 'id', 'site_id', 'events ', 'x'];
const fields = fc.array(fc.tuple(fc.constantFrom(...names), literal), { maxLength: 8 });
const asJson = (pairs: readonly (readonly [string, string])[]): string => `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
/** Fields whose value can never be a reason to refuse an event. */
const harmless = fields.map((all) => all.filter(([name]) => !['occurred_at', 'code', 'severity', 'object', 'event_type', 'message', 'event_uuid'].includes(name)));
const good = () => Object.entries(makeEvent()).map(([name, value]) => [name, JSON.stringify(value)] as const);

describe('R§7.3 R§7.4 fuzz', () => {
  it('R§7.3 whatever stands in the optional fields, every acceptable event is accepted and readable', async () => {
    const site = await freshSite();
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(harmless, { minLength: 1, maxLength: 30 }), async (all) => {
        const bodies = all.map((odd) => asJson([...good(), ...odd]));
        const answer = result(await send(site, `{"events":[${bodies.join(',')}]}`));
        expect(answer).toEqual({ accepted: all.length, duplicates: 0, rejected: [] });
        sent += all.length;
      }),
      { numRuns: 40 },
    );
    let read = 0;
    for (let cursor = ''; ; ) {
      const page = (await site.call('GET', '/events', { query: { limit: 200, cursor } })).as(200, list);
      read += page.events.length;
      cursor = page.next_cursor;
      if (cursor === '') break;
    }
    expect(read).toBe(sent);
  });

  it('R§7.4 whatever a batch holds, every event is accepted, a duplicate or rejected with a sentence, and none is lost', async () => {
    const site = await freshSite();
    let accepted = 0;
    const anything = fc.oneof(literal, fields.map(asJson), fields.map((odd) => asJson([...good(), ...odd])));
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 30 }), async (all) => {
        const answer = result(await send(site, `{"events":[${all.join(',')}]}`));
        expect(answer.accepted + answer.duplicates + answer.rejected.length).toBe(all.length);
        expect(answer.rejected.map(({ index }) => index)).toEqual([...new Set(answer.rejected.map(({ index }) => index))].sort((a, b) => a - b));
        for (const { error } of answer.rejected) expect(error).toMatch(/^(event must be an object|older than retention|invalid (occurred_at|code|severity|event_uuid)|(occurred_at|code|severity|object|event_type|message) required|(occurred_at|object|event_type|message) must be a string|code must be an integer)$/);
        accepted += answer.accepted;
      }),
      { numRuns: 40 },
    );
    const { rows } = await service.db.work.query<{ n: number }>('SELECT count(*)::int AS n FROM event e JOIN site s ON s.no = e.site WHERE s.id = $1', [site.id]);
    expect(rows[0]?.n).toBe(accepted);
  });

  it('R§2.2 whatever the body is, the answer is a result or a refusal, never a 5xx', async () => {
    const site = await freshSite();
    const broken = fc.oneof(
      fields.map((odd) => asJson([...good(), ...odd])),
      fc.tuple(fields.map((odd) => asJson([...good(), ...odd])), fc.nat()).map(([text, cut]) => text.slice(0, cut % (text.length + 1))),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      literal.map((value) => `{"events":${value}}`),
      literal,
    );
    await fc.assert(
      fc.asyncProperty(broken, async (body) => {
        const answer = await send(site, body);
        if (answer.status === 200) result(answer);
        else {
          expect([400, 413]).toContain(answer.status);
          expect(Object.keys(answer.body as object)).toEqual(['error']);
        }
      }),
      { numRuns: 150 },
    );
  });
});
