import { runsOf } from '@goal/db/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { WeeklyFigures } from './figures.ts';
import { plainText } from '../plain-text.ts';
import { figureParagraphs, linesMax, weeklyLetter } from './weekly-letter.ts';

const hostile = [
  'https://evil.example/<img src=x>',
  'www.evil.example',
  'mailto:jo@evil.example javascript:alert(1)',
  'evil\u3002example',
  '\u202egpj.exe\u2066\u200b\ue000',
  'two\r\nlines\u2028and more',
  '\u{e0041}\u{e0042}hidden',
];
const full: WeeklyFigures = {
  from: '2026-11-16',
  to: '2026-11-22',
  all: { events: 1204, atLeast: false },
  before: { events: 20_000, atLeast: true },
  severities: [
    { severity: 'critical', events: 2 },
    { severity: 'high', events: 14 },
    { severity: 'medium', events: 0 },
    { severity: 'low', events: 5 },
    { severity: 'info', events: 1183 },
  ],
  codes: {
    lookedAt: 20_000,
    counts: Array.from({ length: 5 }, (_, n) => ({ code: 4007 + n, name: 'user: deleted', events: 300 })),
  },
  silent: {
    total: 12,
    sites: Array.from({ length: 4 }, (_, n) => ({
      domain: `shop${n}.example`,
      sentence: 'Nothing since 18 November.',
    })),
  },
  texts: Array.from({ length: 4 }, (_, n) => ({
    at: '2026-11-22T13:02:11.481Z',
    domain: 'shop.example',
    code: 4007,
    message: hostile[n] ?? '',
  })),
};
const frame = {
  account: { name: 'Agency <b>North</b>\r\nBcc: mia@example.com', email: 'north@example.com' },
  group: 'www.evil.example',
  zone: 'Europe/Berlin',
  log: 'https://goal.example.com/a/1/log',
  unsubscribe: 'https://goal.example.com/unsubscribe/x',
  brand: null,
};

test('R§10.40 the mail has at most 20 lines of figures', () => {
  const lines = figureParagraphs(full, frame).flat();
  expect(lines.length).toBeLessThanOrEqual(linesMax);
  expect(lines).toEqual(
    expect.arrayContaining([
      '1,204 events; the week before at least 20,000 events',
      'critical 2, high 14, medium 0, low 5, info 1,183',
      'The most frequent codes among the newest 20,000 events:',
      '4007 user: deleted, 300 events',
      '12 sites are silent; the last 4:',
      '\u2068shop0.example\u2069: Nothing since 18 November.',
    ]),
  );
  expect(lines.some((line) => line.includes('\n'))).toBe(false);
});

test('R§10.40 a week without events says so in few lines', () => {
  const none = { events: 0, atLeast: false };
  const quiet: WeeklyFigures = {
    ...full,
    all: none,
    before: none,
    codes: { lookedAt: null, counts: [] },
    silent: { total: 0, sites: [] },
    texts: undefined,
  };
  expect(figureParagraphs(quiet, frame)).toHaveLength(1);
  expect(weeklyLetter(quiet, frame).text).toContain('no events; the week before no events');
});

test('R§10.40 no name gets into a header, and no text of an event becomes a link or markup', () => {
  const { subject, text, html } = weeklyLetter(full, frame);
  expect(subject).toBe('Your audit log, 16 November 2026 to 22 November 2026');
  expect([...html.matchAll(/<a /g)]).toHaveLength(2);
  expect(html).not.toMatch(/<img|<b>/);
  for (const part of [text, html]) {
    expect(part).not.toMatch(/evil\.|evil\u3002|www\.|https:\/\/evil|mailto:|javascript:|jo@/);
    expect(part).not.toMatch(/[\u202a-\u202e\u2066\u2067\u200b\u{e0000}-\u{e007f}]/u);
  }
  expect(text).toContain(
    '22 Nov, 14:02, \u2068shop.example\u2069, 4007: «\u2068https[:]//evil[.]example/<img src=x>\u2069»',
  );
});

test('any text stays on one line, is cut, and is isolated', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 160 }), (text) => {
      const shown = plainText(text);
      expect(shown).toMatch(/^\u2068[^\r\n\u2028\u2029\u2066-\u2069\u202a-\u202e]*\u2069$/u);
      expect(shown).not.toMatch(/:\/\/|\.[a-z0-9]|@/i);
      expect([...shown.replaceAll(/\[([.:]|at)\]/g, '.')].length).toBeLessThanOrEqual(123);
    }),
    { numRuns: runsOf(40, 2000) },
  );
});
