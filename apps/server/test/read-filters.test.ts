import { severities, type AccountEvent } from '@goal/contract';
import { describe, expect, it } from 'vitest';

import { accountList, ids, iso, openReadWorld } from './read-world.ts';

const world = await openReadWorld();

describe('R§6.4 order', () => {
  it('I§6.R1 R§6.4 events come newest first, and at one moment the greater id first', () => {
    const sorted = [...world.all].sort((a, b) => Date.parse(b.occurred_at) - Date.parse(a.occurred_at) || b.id - a.id);
    expect(ids(world.all)).toEqual(ids(sorted));
    expect(new Set(ids(world.all)).size).toBe(126);
  });

  it('I§4 GET /events R§6.6 each event carries its site: domain always, site_name only where the site has a name', () => {
    for (const event of world.all) {
      const place = world.sites.findIndex(({ id }) => id === event.site_id);
      expect(event.domain).toBe(world.sites[place]?.domain);
      expect([Object.hasOwn(event, 'site_name'), event.site_name]).toEqual(
        place === 1 ? [false, undefined] : [true, place === 0 ? 'One' : 'Three'],
      );
    }
  });

  it('I§4 GET /events #2 the read API shows the same events without domain and site_name', async () => {
    const own = world.all.filter(({ site_id }) => site_id === world.sites[0].id);
    const plain = own.map((event) =>
      Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'domain' && name !== 'site_name')),
    );
    expect(await world.ofSite(world.sites[0], {})).toEqual(plain);
  });
});

describe('R§6.2 R§6.3 each filter', () => {
  it('I§4 ?code R§6.2 code takes one value, repeats, commas, and a mix; unknown codes match nothing', async () => {
    await world.expectMatches({ code: '1000' }, ({ code }) => code === 1000);
    await world.expectMatches({ code: ['1000', '9999'] }, ({ code }) => code === 1000 || code === 9999);
    await world.expectMatches({ code: '1000,9999,1000' }, ({ code }) => code === 1000 || code === 9999);
    await world.expectMatches({ code: ['1000,1001', '09999'] }, ({ code }) => code !== 2002);
    await world.expectMatches({ code: '7' }, () => false);
    await world.expectMatches({ code: '9007199254740991' }, () => false);
    await world.expectMatches(
      { code: Array.from({ length: 100 }, (_, at) => String(990 + at)) },
      ({ code }) => code < 2000,
    );
  });

  it('I§4 ?severity I§7 400 invalid severity R§6.2 severity takes one value, repeats, commas, and a mix', async () => {
    for (const severity of severities) await world.expectMatches({ severity }, (event) => event.severity === severity);
    await world.expectMatches(
      { severity: 'low,critical' },
      ({ severity }) => severity === 'low' || severity === 'critical',
    );
    await world.expectMatches({ severity: ['low', 'critical,info', 'low'] }, ({ severity }) =>
      ['low', 'critical', 'info'].includes(severity),
    );
    await world.expectMatches({ severity: [...severities] }, () => true);
    for (const bad of [
      'severity=urgent',
      'severity=LOW',
      'severity=',
      'severity=low,',
      'severity=,low',
      'severity=low,,high',
      'severity=low&severity=x',
      'severity=250',
      'severity=%20low',
      'severity=low%20',
      'severity=low%2C%20high',
      'severity=low;high',
      'severity=low|high',
    ])
      await world.refused(bad, 'invalid severity');
  });

  it('I§4 ?user_id I§4 ?object I§4 ?event_type R§6.3 the three filters match exactly and case-sensitively', async () => {
    await world.expectMatches({ user_id: '1' }, (event) => event.user_id === 1);
    await world.expectMatches({ user_id: '0' }, (event) => event.user_id === 0);
    await world.expectMatches({ object: 'post' }, ({ object }) => object === 'post');
    await world.expectMatches({ object: 'Post' }, ({ object }) => object === 'Post');
    await world.expectMatches({ object: 'pos' }, () => false);
    await world.expectMatches({ event_type: 'modified' }, ({ event_type }) => event_type === 'modified');
    await world.expectMatches({ event_type: ' modified' }, ({ event_type }) => event_type === ' modified');
    await world.expectMatches({ event_type: 'modified ' }, () => false);
    await world.expectMatches(
      { object: 'post', event_type: 'login', user_id: '1' },
      ({ object, event_type, user_id }) => object === 'post' && event_type === 'login' && user_id === 1,
    );
    await world.expectMatches({ object: 'x'.repeat(2000), event_type: '%' }, () => false);
  });

  it('I§4 ?from I§4 ?to R§2.9 R§6.2 both ends are inclusive, to the millisecond, in every spelling', async () => {
    const [a, b] = [world.start + 2000, world.start + 4001];
    const within =
      (from: number, to: number) =>
      ({ occurred_at }: AccountEvent) =>
        Date.parse(occurred_at) >= from && Date.parse(occurred_at) <= to;
    await world.expectMatches({ from: iso(a) }, within(a, Infinity));
    await world.expectMatches({ to: iso(b) }, within(-Infinity, b));
    await world.expectMatches({ from: iso(a), to: iso(b) }, within(a, b));
    await world.expectMatches({ from: iso(a), to: iso(a) }, within(a, a));
    await world.expectMatches({ from: iso(a).replace('Z', '999999Z') }, within(a, Infinity));
    await world.expectMatches({ from: iso(b), to: iso(a) }, () => false);
    await world.expectMatches({ from: `${iso(a + 5.5 * 3_600_000).slice(0, 23)}+05:30` }, within(a, Infinity));
    await world.expectMatches({ from: iso(a).slice(0, 23), to: iso(b).slice(0, 23).replace('T', ' ') }, within(a, b));
    await world.expectMatches(
      { from: iso(world.start).slice(0, 10) },
      within(Date.parse(iso(world.start).slice(0, 10)), Infinity),
    );
    await world.expectMatches(
      { to: iso(world.start).slice(0, 10) },
      within(-Infinity, Date.parse(iso(world.start).slice(0, 10))),
    );
    await world.expectMatches({ from: '0001-01-01', to: '9999-12-31T23:59:59.999Z' }, () => true);
    await world.expectMatches({ to: '0001-01-01' }, () => false);
    await world.expectMatches({ from: '9999-12-31' }, () => false);
    // A blank stands where a `+` was sent unescaped.
    const plus = await world.account.call('GET', `/events?limit=200&from=${iso(a + 3_600_000).slice(0, 23)}+01:00`);
    expect(ids(plus.as(200, accountList).events)).toEqual(ids(world.all.filter(within(a, Infinity))));
  });

  it('I§4 ?q R§6.3 q matches all words, anywhere in the message, in any case; wildcards are ordinary characters', async () => {
    const has =
      (...words: string[]) =>
      ({ message }: AccountEvent): boolean =>
        words.every((word) => message.toLowerCase().includes(word));
    await world.expectMatches({ q: 'ärger' }, has('ärger'));
    await world.expectMatches({ q: 'ÄRGER' }, has('ärger'));
    await world.expectMatches({ q: 'strasse' }, has('strasse'));
    await world.expectMatches({ q: '%' }, has('%'));
    await world.expectMatches({ q: '_' }, has('_'));
    await world.expectMatches({ q: 'r_s' }, has('r_s'));
    await world.expectMatches({ q: '\\' }, has('\\'));
    await world.expectMatches({ q: 'two words' }, has('two', 'words'));
    await world.expectMatches({ q: '  words \t two\n' }, has('two', 'words'));
    await world.expectMatches({ q: 'words\u00a0two\u3000' }, has('two', 'words'));
    await world.expectMatches({ q: 'wo' }, has('wo'));
    await world.expectMatches({ q: "it's" }, has("it's"));
    await world.expectMatches({ q: '🎉' }, has('🎉'));
    // Letter by letter, as the database lower-cases: no letter becomes two, and every sigma stays
    // the same letter.
    for (const q of ['İSTANBUL', 'σίσυφοσ', 'ΣΊΣΥΦΟΣ'])
      await world.expectMatches({ q }, ({ message }) => message.startsWith('İ'));
    await world.expectMatches({ q: 'no such word' }, () => false);
    await world.expectMatches({ q: 'a'.repeat(500) }, () => false);
    await world.expectMatches({ q: '🎉'.repeat(500) }, () => false);
    await world.expectMatches({ q: Array.from({ length: 16 }, () => 'o').join(' ') }, has('o'));
    await world.expectMatches({ q: '"two words"' }, () => false);
    await world.expectMatches({ q: '\u0000' }, () => false);
    for (const nothing of ['', ' ', '\t\n ', '\u3000']) await world.expectMatches({ q: nothing }, () => true);
    for (const bad of [
      'a'.repeat(501),
      '🎉'.repeat(501),
      ' '.repeat(501),
      Array.from({ length: 17 }, () => 'o').join(' '),
    ])
      await world.refused(`q=${encodeURIComponent(bad)}`, 'invalid q');
    await world.refused('q=a&q=b', 'invalid q');
  });
});
