import { expect, test } from 'vitest';

import { shortMoment } from '../filters/query/clock.ts';
import { wordsOfView } from './words-of-view.ts';

const nowMs = Date.parse('2026-11-23T12:00:00.000Z');
const reader = { isUtc: true, nowMs };

test('R§10.34 a view is told by its time and its filters, without the ids of its site and group', () => {
  const id = '00000000-0000-4000-8000-000000000000';
  expect(wordsOfView('', reader)).toBe('Last 7 days');
  expect(
    wordsOfView(`range=24h&q=deleted+jo&severity=high,critical&site=${id}&group=${id}&not_code=4001`, reader),
  ).toBe(
    'Last 24 hours · message: deleted jo · severity: high · severity: critical · one site · one group · not code: 4001',
  );
  const from = '2026-11-01T08:00:00.000Z';
  expect(wordsOfView(`from=${from}`, reader)).toBe(`${shortMoment(Date.parse(from), reader, nowMs)} – now`);
  expect(wordsOfView(`to=${from}`, reader)).toBe(`the beginning – ${shortMoment(Date.parse(from), reader, nowMs)}`);
});
