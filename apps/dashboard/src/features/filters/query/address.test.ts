import { severities } from '@goal/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type LogState, parseAddress, printAddress, usualState, withoutLost } from './address.ts';
import {
  type Chip,
  chipsOf,
  type FilterName,
  type Filters,
  inputOf,
  without,
  withoutMatches,
  withValue,
} from './filters.ts';
import { builtInViews } from './built-in-views.ts';
import { rangeNames } from './time-range.ts';
import { readTyped, typedTextOf } from './typed-words.ts';

const parse = (search: string): LogState => parseAddress(new URLSearchParams(search));

const integer = fc.nat().map(String);
const text = fc
  .oneof(
    { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }) },
    fc.constantFrom('Doe, Jo', '-user:mia', ' a  b'),
  )
  .filter((value) => !/[\0\uD800-\uDFFF]/u.test(value));
const one = <T>(value: fc.Arbitrary<T>) => fc.tuple(value);
const many = <T>(value: fc.Arbitrary<T>) => fc.uniqueArray(value, { minLength: 1, maxLength: 4 });
const address = fc.ipV4().map((ip) => ip);
const filters: fc.Arbitrary<Filters> = fc.record(
  {
    q: one(fc.stringMatching(/^[a-z«»&=%+#]{1,8}( [a-z]{1,5}){0,3}$/)),
    severity: many(fc.constantFrom(...severities)),
    site: one(fc.uuid()),
    group: one(fc.uuid()),
    code: many(integer),
    not_code: many(integer),
    user_id: one(integer),
    username: one(text),
    not_username: many(text),
    ip: one(address),
    object: one(text),
    not_object: many(text),
    event_type: one(text),
    not_event_type: many(text),
  },
  { requiredKeys: [] },
);
const moment = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const time = fc.oneof(
  fc.constantFrom(...rangeNames).map((range) => ({ range })),
  fc.record({ from: moment, to: fc.option(moment, { nil: '' }) }),
  moment.map((to) => ({ from: '', to })),
);
const event = fc.oneof(fc.constant(''), fc.integer({ min: 1 }).map(String));
const junk = fc.constantFrom(
  'severity=loud',
  'code=x',
  'colour=red',
  'site=shop',
  'ip=1',
  'limit=9',
  'to=soon',
  'event=-1',
);

test('what the address of the log prints it reads again, wrong parts included', () => {
  fc.assert(
    fc.property(filters, time, event, fc.uniqueArray(junk), (chosen, when, open, wrong) => {
      const state = { ...usualState, filters: chosen, time: when, event: open };
      const { faults } = parse(wrong.filter((one) => !one.startsWith('to=') || 'range' in when).join('&'));
      const printed = printAddress({ ...state, faults });
      expect(parse(printed)).toEqual({ ...state, faults });
    }),
    { numRuns: 300 },
  );
});

test('a wrong value in an address is a fault with its sentence, and the others hold', () => {
  const {
    filters: read,
    time: when,
    faults,
  } = parse('severity=high,loud&code=4007&colour=red&site=shop&range=2w&code=-1');
  expect(read).toEqual({ severity: ['high'], code: ['4007'] });
  expect(when).toEqual({ range: '7d' });
  const plain = faults.map(({ sentence }) => sentence.replaceAll(/[\u2068\u2069]/g, ''));
  expect(plain).toEqual([
    'severity: «loud» is not info, low, medium, high, critical',
    'colour: «red» is no filter of the log',
    'site: «shop» is not one of your sites',
    'range: «2w» is not one of 15m, 1h, 24h, 7d, 30d, 90d, all',
    'code: «-1» is not a whole number',
  ]);
  expect(parse('range=7d&from=2026-01-31').faults).toHaveLength(1);
  expect(parse('object=&severity=&dialog=x')).toEqual(usualState);
  expect(parse(`q=goal_acct_k3v9x2ab_${'x'.repeat(32)}`).filters).toEqual({ q: ['k3v9x2ab'] });
});

test('a filter is added, replaced or turned into its opposite', () => {
  const high = withValue({}, 'severity', 'high');
  expect(withValue(high, 'severity', 'low')).toEqual({ severity: ['high', 'low'] });
  expect(withoutMatches({}, 'severity', 'info')).toEqual({ severity: ['low', 'medium', 'high', 'critical'] });
  expect(withoutMatches(high, 'severity', 'high').severity).not.toContain('high');
  const user = withValue(withValue({}, 'username', 'jo'), 'username', 'mia');
  expect(user).toEqual({ username: ['mia'] });
  const notMia = withoutMatches(user, 'username', 'mia');
  expect(notMia).toEqual({ not_username: ['mia'] });
  expect(withValue(notMia, 'username', 'mia')).toEqual(user);
  expect(chipsOf({ q: ['a'], code: ['1', '2'] })).toEqual([
    { name: 'code', value: '1' },
    { name: 'code', value: '2' },
  ]);
  expect(inputOf({ code: ['4007'], user_id: ['5'], not_object: ['a,b'], site: ['x'], q: ['a b'] })).toEqual({
    code: [4007],
    user_id: 5,
    not_object: ['a,b'],
    site_id: 'x',
    q: 'a b',
  });
});

test('each view that every account has is an address without a fault', () => {
  for (const { id, query } of builtInViews) {
    const state = parse(`${query}&view=${id}`);
    expect([state.view, state.faults, chipsOf(state.filters).length > 0]).toEqual([id, [], true]);
  }
});

test('a site or a group that is not found is a fault of the address, which stays as it is, and other filters hold', () => {
  const [site, group] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const given = parse(`?q=sale&code=5&site=${site}&group=${group}`);
  const state = withoutLost(given, [group, '']);
  expect(state.filters).toEqual({ q: ['sale'], code: ['5'], site: [site] });
  expect(state.faults).toEqual([{ name: 'group', value: group, sentence: 'group not found' }]);
  expect(printAddress(state)).toBe(`?q=sale&site=${site}&code=5&group=${group}`);
  expect(withoutLost(parse(printAddress(state)), [group])).toEqual(state);
  expect(withoutLost(given, [site, group]).filters).toEqual({ q: ['sale'], code: ['5'] });
  expect(withoutLost(given, ['', ''])).toEqual(given);
});

const words = fc.stringMatching(/^[a-z«»&=%+#]{1,8}( [a-z]{1,5}){0,3}$/);
/** How a person types a value of a filter; no quote can stand within quotes. */
const typedAs = ({ name, value }: Chip): string => {
  const [, minus, key] = /^(not_)?(.*)$/.exec(name) ?? [];
  return `${minus === undefined ? '' : '-'}${key}:"${value}"`;
};

test('filters are read from a text as they are typed, and a text that was read is read alike when it is sent again', () => {
  fc.assert(
    fc.property(filters, words, (some, message) => {
      const chosen = without(some, 'q');
      const chips = chipsOf(chosen);
      const isTypable = chips.every(({ value }) => !value.includes('"'));
      // Nobody asks for a value and leaves it out.
      const isOneWay = chips.every(({ name, value }) => chosen[`not_${name}` as FilterName]?.includes(value) !== true);
      fc.pre(isTypable && isOneWay);
      const text = [...chips.map(typedAs), message].join(' ');
      expect(readTyped(text, {})).toEqual({ filters: { ...chosen, q: [message] }, named: [], wrong: [] });
    }),
    { numRuns: 300 },
  );
  const part = fc.constantFrom('user', 'code', 'site', '-', ':', '"', ',', ' ', 'severity:high', 'x', '7');
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(part).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      const { filters: read } = readTyped(text, {});
      expect(readTyped(typedTextOf(read), read)).toEqual({ filters: read, named: [], wrong: [] });
    }),
    { numRuns: 1000 },
  );
});
