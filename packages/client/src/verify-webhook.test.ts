import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { verifyWebhook, WebhookRefused } from './verify-webhook.ts';

// The vector of the design of streams, which the tests of the sinks hold to the byte.
const secret = 'whsec_CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=';
const streamId = '0b6f7f4e-2f0a-4a52-9a5b-7a1c3d5e9f10';
const body = `{"type":"events","timestamp":"2026-11-22T10:00:00.000Z","data":{"stream_id":"${streamId}","events":[],"log":null}}`;
const id = 'msg_93da5ed620487269adc8851776bea35c';
const second = 1_795_341_600;
const headers = {
  'webhook-id': id,
  'webhook-timestamp': String(second),
  'webhook-signature': 'v1,6KCpWJJ2BHkl/rsVahgl5ytyp6x8TW3r2mP9ja9OOQI=',
};
const foreign = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

/** Signs like the service, with a key of 32 × 9. */
const signed = (text: string, timestamp = String(second)): Record<string, string> => ({
  ...headers,
  'webhook-timestamp': timestamp,
  'webhook-signature': `v1,${createHmac('sha256', Buffer.alloc(32, 9)).update(`${id}.${timestamp}.${text}`).digest('base64')}`,
});

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: second * 1000 }));
afterAll(() => void vi.useRealTimers());

describe('R§15.3 verifyWebhook', () => {
  it('returns the events of a signed request, whatever form headers, body and secrets have', async () => {
    const expected = { id, streamId, events: [] };
    expect(await verifyWebhook({ headers, body }, secret)).toEqual(expected);
    expect(await verifyWebhook({ headers: new Headers(headers), body: Buffer.from(body) }, [secret])).toEqual(expected);
    expect(await verifyWebhook({ headers, body }, [foreign, secret])).toEqual(expected);
    const two = { ...headers, 'webhook-signature': `v2,x v1,AAAA v1,!! ${headers['webhook-signature']}` };
    expect(await verifyWebhook({ headers: two, body }, secret)).toEqual(expected);
  });

  it.each<[string, object, string, string | string[]]>([
    ['with another byte in its body', headers, body.replace('null', 'nulL'), secret],
    ['with another id', { ...headers, 'webhook-id': 'msg_1' }, body, secret],
    ['with another time', { ...headers, 'webhook-timestamp': String(second + 1) }, body, secret],
    ['signed by another secret', headers, body, [foreign]],
    ['with a signature cut short', { ...headers, 'webhook-signature': 'v1,6KCpWJJ2' }, body, secret],
    [
      'of another version',
      { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') },
      body,
      secret,
    ],
    ['without a signature', { ...headers, 'webhook-signature': undefined }, body, secret],
    ['without an id', { ...headers, 'webhook-id': undefined }, body, secret],
    ['with two ids', { ...headers, 'webhook-id': [id, id] }, body, secret],
    ['from more than five minutes ago', signed(body, String(second - 301)), body, secret],
    ['from more than five minutes ahead', signed(body, String(second + 301)), body, secret],
    ['with a time that is no number', signed(body, '1e9'), body, secret],
    ['whose body is a text for people', signed('{"text":"x"}'), '{"text":"x"}', secret],
  ])('refuses a request %s', async (_, given, text, secrets) => {
    // Some cases have headers that a typed caller could not pass.
    const request = { headers: given as Record<string, string>, body: text };
    await expect(verifyWebhook(request, secrets)).rejects.toThrow(WebhookRefused);
  });

  it('accepts a request within the five minutes on both sides', async () => {
    for (const at of [second - 300, second + 300])
      expect(await verifyWebhook({ headers: signed(body, String(at)), body }, secret)).toMatchObject({ streamId });
  });

  it('names a wrong secret as such, and does not repeat it', async () => {
    for (const wrong of ['', 'sk_live_secret', 'whsec_', 'whsec_!secret', []])
      await expect(verifyWebhook({ headers, body }, wrong)).rejects.toThrow(
        expect.objectContaining({ name: 'TypeError', message: expect.not.stringMatching(/live|!secret/) }),
      );
  });
});
