import { sinkTypes } from '@goal/contract';
import { expect, test } from 'vitest';

import { draftOf, fieldOfRefusal, newDraft, sinkOf } from './sink-draft.ts';
import { sinks } from './sink-fields.ts';

test('R§15.12 a sink goes into the form and comes out as it was; an empty field is left out, and no secret is known', () => {
  const kept = { type: 'webhook', url: 'https://hooks.example.com/', batch: 50, body: 'slack' };
  expect(sinkOf(draftOf({ ...kept, headers: null }))).toEqual(kept);
  const bucket = {
    type: 's3',
    bucket: 'b',
    region: 'r',
    access_key_id: 'k',
    path_style: false,
    minutes: 7,
    endpoint: null,
  };
  expect(sinkOf(draftOf(bucket))).toEqual({
    type: 's3',
    bucket: 'b',
    region: 'r',
    access_key_id: 'k',
    path_style: false,
    minutes: 7,
  });
  expect(sinkOf({ ...newDraft('mail'), to: [] })).toEqual({ type: 'mail', to: null });
  expect(sinkOf({ ...newDraft('mail'), to: ['x'] })).toEqual({ type: 'mail', to: ['x'] });
});

test('R§15.12 headers are lines of a name and a value; a wrong number goes to the service as it is, which refuses it', () => {
  const texts = { url: ' https://h.example/ ', headers: 'Authorization: Bearer a:b\n\nX-One:two\n', batch: 'many' };
  expect(sinkOf({ ...newDraft('webhook'), texts })).toEqual({
    type: 'webhook',
    url: 'https://h.example/',
    headers: { Authorization: 'Bearer a:b', 'X-One': 'two' },
    batch: 'many',
  });
  expect(sinkOf({ ...newDraft('otlp'), texts: { headers: 'nothing' } })).toMatchObject({ headers: { '': 'nothing' } });
});

test('R§15.4 each refusal of a sink stands at its field', () => {
  expect(fieldOfRefusal('webhook', 'url must be an https URL')).toBe('url');
  expect(fieldOfRefusal('syslog', 'address not allowed')).toBe('host');
  expect(fieldOfRefusal('splunk', 'token required')).toBe('token');
  expect(fieldOfRefusal('s3', 'invalid bucket')).toBe('bucket');
  expect(fieldOfRefusal('webhook', 'name required')).toBeUndefined();
  for (const type of sinkTypes)
    for (const { name } of sinks[type].fields) expect(fieldOfRefusal(type, `invalid ${name}`)).toBe(name);
});
