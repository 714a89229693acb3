import { expect, test } from 'vitest';

import { firstEvent } from './first-event.ts';
import { refusedKeysSentence } from './refused-keys.ts';

test('the command of a first event quotes each header once, and contains the address of the API if it is known', () => {
  const command = firstEvent('shop.example.com', 'goal_live_abcdefgh_x');
  expect(command).toContain('curl -s "$API/events"');
  expect(firstEvent('a.example', 'k', 'https://goal.example.com/v1')).toContain('"https://goal.example.com/v1/events"');
  expect(command).toContain("-H 'Authorization: Bearer goal_live_abcdefgh_x'");
  expect(command).toContain("-H 'X-Site-Domain: shop.example.com'");
});

test('while the API is closed, account keys are refused entirely and site keys only for reading', () => {
  expect(refusedKeysSentence({ plan: 'free' }, 'account')).toBe('These keys are refused: the free plan has no API.');
  expect(refusedKeysSentence({ plan: 'free' }, 'site')).toBe(
    'Reading with these keys is refused: the free plan has no API. Sending is not.',
  );
});
