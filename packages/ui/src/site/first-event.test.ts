import { expect, test } from 'vitest';

import { firstEvent, newestEvents } from './first-event.ts';

test('the command of a first event quotes each header once, and contains the address of the API if it is known', () => {
  const command = firstEvent('shop.example.com', 'goal_live_abcdefgh_x');
  expect(command).toContain('curl -s "$API/events"');
  expect(firstEvent('a.example', 'k', 'https://goal.example.com/v1')).toContain('"https://goal.example.com/v1/events"');
  expect(command).toContain("-H 'Authorization: Bearer goal_live_abcdefgh_x'");
  expect(command).toContain("-H 'X-Site-Domain: shop.example.com'");
});

test('the command for a key that may only read asks for events and sends none', () => {
  const command = newestEvents('shop.example.com', 'goal_live_abcdefgh_x');
  expect(command).toContain('curl -s "$API/events?limit=10"');
  expect(command).toContain("-H 'Authorization: Bearer goal_live_abcdefgh_x'");
  expect(command).toContain("-H 'X-Site-Domain: shop.example.com'");
  expect(command).not.toContain('-d ');
});
