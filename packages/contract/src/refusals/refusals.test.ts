import { expect, test } from 'vitest';

import { errorCatalogue } from './errors.ts';
import { explainRefusal } from './refusals.ts';

const unknown = explainRefusal('something quite new');

test.each([
  'domain mismatch',
  'invalid token',
  'read-only key',
  'site paused',
  'site revoked',
  'rate limited',
  'monthly limit reached',
  'invalid JSON body',
  'body must be a JSON object',
  'body too large',
  'content type must be application/json',
  'content encoding not supported',
  'request timeout',
  'too many events',
  'events must hold 1 to 1000 events',
  'events must be an array',
  'event must be an object',
  'older than retention',
  'invalid occurred_at',
])('«%s» has its own explanation', (sentence) => {
  const explained = explainRefusal(sentence);
  expect(explained).not.toEqual(unknown);
  expect(explained.meaning).not.toContain('of an event is missing');
});

test.each([
  ['occurred_at required', 'occurred_at'],
  ['message must be a string', 'message'],
  ['code must be an integer', 'code'],
  ['invalid severity', 'severity'],
  ['invalid event_uuid', 'event_uuid'],
])('«%s» names the field', (sentence, field) => {
  expect(explainRefusal(sentence).meaning).toContain(`«${field}»`);
});

test('an unknown sentence is explained too, even one that is the name of an object property', () => {
  expect(unknown.remedy).not.toBe('');
  expect(explainRefusal('constructor')).toEqual(unknown);
  for (const { message } of Object.values(errorCatalogue)) expect(explainRefusal(message).meaning).not.toBe('');
});
