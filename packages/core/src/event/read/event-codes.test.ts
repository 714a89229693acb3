import { expect, test } from 'vitest';

import { eventCodes, nameOfCode } from './event-codes.ts';

test('the table has each code of the plugin once, with all that its events say', () => {
  expect(eventCodes).toHaveLength(714);
  expect(new Set(eventCodes.map(({ code }) => code)).size).toBe(714);
  for (const { object, eventType } of eventCodes) {
    expect(object).toMatch(/^[a-z0-9]+([-_][a-z0-9]+)*$/);
    expect(eventType).toMatch(/^[a-z]+([-_][a-z]+)*$/);
  }
  expect(eventCodes[0]).toEqual({ code: 1000, severity: 'low', object: 'user', eventType: 'login' });
  expect(eventCodes.find(({ code }) => code === 5000)).toEqual({
    code: 5000,
    severity: 'critical',
    object: 'plugin',
    eventType: 'installed',
  });
});

test.each([
  [1000, 'user: login'],
  [1002, 'user: failed login'],
  [4007, 'user: deleted'],
  [5500, 'wpforms forms: created'],
  [9999, undefined],
])('R§11.2 the name of the code %i is «%s»', (code, name) => {
  expect(nameOfCode(code)).toBe(name);
});
