import { limits } from '@goal/contract';
import { describe, expect, it } from 'vitest';

import { makeEvent, sharedService, type Site } from './harness.ts';
import { detail, events, result, send } from './ingest-site.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });

const freshSite = async (): Promise<Site> => {
  const site = await service.makeSite(account);
  await service.setReadRate(site, 1000);
  return site;
};

const texts = [
  'object',
  'event_type',
  'message',
  'username',
  'user_agent',
  'session_id',
  'post_type',
  'post_status',
] as const;
const most = (name: string): number =>
  name === 'message' ? limits.messageLength : name === 'user_agent' ? limits.userAgentLength : limits.textLength;
/** The stored form of a text, by the wording of rulings §7.3. */
const stored = (text: string, length: number): string =>
  [...text]
    .slice(0, length)
    .join('')
    .replace(/[\0\uD800-\uDFFF]/gu, '\uFFFD');

describe('R§7.3 an attacker’s values never make an event disappear', () => {
  it.each(texts)(
    'R§7.3 an over-long %s is cut to its length in code points, and never within a surrogate pair',
    async (name) => {
      const site = await freshSite();
      const length = most(name);
      const values = [
        'x'.repeat(length),
        'x'.repeat(length + 1),
        '🎉'.repeat(length + 7),
        `${'x'.repeat(length - 1)}🎉🎉`,
        `${'x'.repeat(length - 1)}\ud83c`,
        'é'.repeat(100_000),
      ];
      const start = Date.now() - 3_600_000;
      const sent = values.map((value, at) =>
        makeEvent({ [name]: value, occurred_at: new Date(start + at).toISOString() }),
      );
      expect(result(await send(site, { events: sent }))).toEqual({
        accepted: values.length,
        duplicates: 0,
        rejected: [],
      });
      for (const [at, event] of (await events(site)).reverse().entries()) {
        expect((await detail(site, event.id))[name]).toBe(stored(values[at] ?? '', length));
      }
    },
  );

  it('R§7.3 NUL and lone surrogates become U+FFFD in every text, also when escaped in JSON', async () => {
    const site = await freshSite();
    const evil = 'a\u0000b\ud800c\udfffd🎉e\uffff\ufffe';
    const clean = 'a\ufffdb\ufffdc\ufffdd🎉e\uffff\ufffe';
    result(await send(site, makeEvent(Object.fromEntries(texts.map((name) => [name, evil])))));
    const [event] = await events(site);
    expect(await detail(site, event?.id ?? 0)).toMatchObject(Object.fromEntries(texts.map((name) => [name, clean])));
  });

  it('R§7.3 attack strings in every text are stored and found unchanged', async () => {
    const site = await freshSite();
    const attacks = [
      "'; DROP TABLE event; --",
      '<script>alert(1)</script>',
      '${7*7}{{7*7}}',
      '{"a":1}',
      '\\u0000',
      '%00%s%n',
      '\u202e\u200b',
      '"',
      "'",
      'null',
      '__proto__',
      '\r\nX-Injected: 1',
      '\\',
      '$1',
      "E'\\x00'",
      '{NULL}',
      '","',
      'NULL',
      '\\N',
      '\t',
      '👩‍👩‍👧‍👦',
      '%',
      '_',
      '(',
      ')',
    ];
    const start = Date.now() - 3_600_000;
    result(
      await send(site, {
        events: attacks.map((text, at) =>
          makeEvent({
            ...Object.fromEntries(texts.map((name) => [name, text])),
            occurred_at: new Date(start + at).toISOString(),
          }),
        ),
      }),
    );
    const back = (await events(site)).reverse();
    expect(back.map(({ object, event_type, message, username }) => [object, event_type, message, username])).toEqual(
      attacks.map((text) => [text, text, text, text]),
    );
    for (const text of attacks) {
      expect(
        (await events(site, { object: text })).map(({ object }) => object),
        text,
      ).toEqual([text]);
      expect(
        (await events(site, { event_type: text })).map(({ object }) => object),
        text,
      ).toEqual([text]);
    }
  });

  it('R§7.3 object, event_type and code are open lists', async () => {
    const site = await freshSite();
    const many = Array.from({ length: 300 }, (_, at) =>
      makeEvent({ object: `object ${at}`, event_type: `type ${at}`, code: 900_000 + at }),
    );
    expect(result(await send(site, { events: many })).accepted).toBe(300);
    expect(await events(site, { object: 'object 299', event_type: 'type 299', code: 900_299 })).toHaveLength(1);
  });

  it('R§7.3 an optional field of a wrong type is dropped, and the event is kept', async () => {
    const site = await freshSite();
    const odd: unknown[] = [5, -1, 1.5, 1e300, true, false, {}, [], ['x'], { toString: 'x' }, [null]];
    const notWhole = ['abc', '+5', '1e1', ' 5', '-1', '9007199254740992', '\u0665', 'x'.repeat(10_000)];
    const none: Record<string, unknown> = {
      user_id: 0,
      username: '',
      user_agent: null,
      session_id: null,
      post_id: null,
      post_type: null,
      post_status: null,
    };
    const cases = [
      ...Object.keys(none).flatMap((name) =>
        odd
          .filter((value) => !(value === 5 && name.endsWith('_id') && name !== 'session_id'))
          .map((value) => ({ name, value })),
      ),
      ...['user_id', 'post_id'].flatMap((name) => notWhole.map((value) => ({ name, value }))),
    ];
    const start = Date.now() - 3_600_000;
    const base = Object.fromEntries(Object.entries(makeEvent()).filter(([name]) => !Object.hasOwn(none, name)));
    result(
      await send(site, {
        events: cases.map(({ name, value }, at) => ({
          ...base,
          occurred_at: new Date(start + at).toISOString(),
          [name]: value,
        })),
      }),
    );
    const back = (await events(site)).reverse();
    expect(back).toHaveLength(cases.length);
    for (const [at, { name, value }] of cases.entries()) {
      const event = await detail(site, back[at]?.id ?? 0);
      expect(event[name as keyof typeof event], `${name} ${JSON.stringify(value)}`).toBe(none[name]); // a name of the table above
    }
  });
});
