import { expect, test } from 'vitest';

import { chooseGroups } from './choose-groups.ts';
import type { Group } from './tally.ts';

const day = (nth: number): string => new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10);
const none = { ref: null, text: null };
/** A group of each of these days and codes. */
const groupsOf = (days: number, codes: number): Group[] =>
  Array.from({ length: days * codes }, (_, at) => ({
    time: day(Math.floor(at / codes)),
    code: at % codes,
    severity: null,
    object: none,
    eventType: none,
    site: null,
    userId: null,
    events: 1,
    newest: at,
    newestIn: 0,
  }));

test('R§11.2 a time and another key have at most 8,000 groups together; more are «invalid limit»', () => {
  expect(chooseGroups(groupsOf(40, 200), ['day', 'code'], 200)).toHaveLength(8000);
  expect(chooseGroups(groupsOf(41, 200), ['day', 'code'], 195)).toHaveLength(7995);
  expect(() => chooseGroups(groupsOf(41, 200), ['day', 'code'], 200)).toThrow('invalid limit');
  // Those of the other key that the limit leaves out count no more.
  expect(chooseGroups(groupsOf(400, 21), ['code', 'day'], 20)).toHaveLength(8000);
});

test('R§11.2 equal counts come in the order of their keys, in the order asked for, and numbers by their size', () => {
  const [base] = groupsOf(1, 1);
  if (base === undefined) throw new Error('no group');
  const groups = [
    { code: 10, site: 2 },
    { code: 9, site: 10 },
    { code: 100, site: 1 },
    { code: 9, site: 2 },
  ].map((keys) => ({ ...base, ...keys }));
  const shown = (by: Parameters<typeof chooseGroups>[1]) =>
    chooseGroups(groups, by, 3).map(({ code, site }) => `${code} ${site}`);
  expect(shown(['code', 'site'])).toEqual(['9 2', '9 10', '10 2']);
  expect(shown(['site', 'code'])).toEqual(['100 1', '9 2', '10 2']);
});
