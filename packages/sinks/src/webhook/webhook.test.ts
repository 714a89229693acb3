import { createServer, type IncomingHttpHeaders } from 'node:http';

import type { WebhookSink } from '@goal/contract';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';

import { aBatch, anEvent, aSecret, listen, localGuard } from '../../test/scene.ts';
import { deliver, fittingEvents } from '../deliver.ts';
import { newSigningSecret, webhookId } from './signing.ts';
import { slackText } from './slack.ts';

type Received = { headers: IncomingHttpHeaders; body: Buffer };
const now = (): Date => new Date('2026-11-22T10:00:00Z');

/** A receiver that keeps what it gets and answers 204. */
async function receiver(sink: Partial<WebhookSink> = {}): Promise<{ sink: WebhookSink; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(204).end();
    });
  });
  const url = `http://127.0.0.1:${await listen(server)}/hook?a=1`;
  return { sink: { type: 'webhook', url, batch: 100, body: 'standard', headers: {}, ...sink }, received };
}

function verify(secret: string, { headers, body }: Received, change: Partial<Record<string, string>> = {}): unknown {
  const signed = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      change[name] ?? String(headers[name]),
    ]),
  );
  return new Webhook(secret).verify(change['body'] ?? body.toString(), signed);
}

test('the vector: id, timestamp, body and signature are as documented, to the byte', async () => {
  const streamId = '0b6f7f4e-2f0a-4a52-9a5b-7a1c3d5e9f10';
  const range = {
    streamId,
    era: '123456789',
    from: { seq: 41, eventId: 0 },
    to: { seq: 42, eventId: 2051 },
    events: 3,
  };
  expect(webhookId(range)).toBe('msg_93da5ed620487269adc8851776bea35c');
  const { sink, received } = await receiver();
  await deliver(sink, aBatch({ streamId, events: [] }), { guard: localGuard(), now });
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  expect(body.toString()).toBe(
    `{"type":"events","timestamp":"2026-11-22T10:00:00.000Z","data":{"stream_id":"${streamId}","events":[],"log":null}}`,
  );
  expect(headers).toMatchObject({
    'webhook-id': 'msg_93da5ed620487269adc8851776bea35c',
    'webhook-timestamp': '1795341600',
    'webhook-signature': 'v1,6KCpWJJ2BHkl/rsVahgl5ytyp6x8TW3r2mP9ja9OOQI=',
    'content-type': 'application/json',
    'content-length': String(body.length),
  });
});

test('standardwebhooks verifies; a changed byte, an old timestamp, another id and a foreign secret fail', async () => {
  const { sink, received } = await receiver();
  const guard = localGuard();
  const events = [anEvent({ ip: '203.0.113.7' }), anEvent({ id: 2050, message: 'a "b" \\ \u2028 \u0000 😀' })];
  const delivery = await deliver(sink, aBatch({ events }), { guard });
  const [first] = received;
  if (!first) throw new Error('nothing was received');
  expect(delivery).toEqual({
    outcome: 'taken',
    status: 204,
    error: null,
    said: null,
    bytes: first.body.length,
    tookMs: expect.any(Number) as number,
  });
  expect(verify(aSecret, first)).toMatchObject({ type: 'events', data: { events, log: null } });
  const old = { 'webhook-timestamp': String(Number(first.headers['webhook-timestamp']) - 301) };
  const changed = { body: first.body.toString().replace('2049', '2048') };
  for (const change of [old, changed, { 'webhook-id': 'msg_0' }])
    expect(() => verify(aSecret, first, change)).toThrow(/too old|No matching signature/);
  expect(() => verify(newSigningSecret(), first)).toThrow('No matching signature');
});

test('while a former secret counts, both verify; after it only the new one', async () => {
  const { sink, received } = await receiver();
  const guard = localGuard();
  const [newest, former] = [newSigningSecret(), aSecret];
  await deliver(sink, aBatch({ signing: [newest, former] }), { guard });
  await deliver(sink, aBatch({ signing: [newest] }), { guard });
  const [during, after] = received;
  if (!during || !after) throw new Error('nothing was received');
  expect(verify(newest, during)).toEqual(verify(former, during));
  expect(verify(newest, after)).toBeTruthy();
  expect(() => verify(former, after)).toThrow('No matching signature');
});

test('a new secret is whsec_ and 32 random bytes', () => {
  const secrets = new Set(Array.from({ length: 100 }, newSigningSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  }
});

test('headers of the sink are sent, and never replace those of the signature', async () => {
  const headers = { Authorization: 'Bearer a', 'Webhook-Id': 'b', 'CONTENT-TYPE': 'text/plain' };
  const { sink, received } = await receiver({ headers });
  await deliver(sink, aBatch(), { guard: localGuard() });
  expect(received[0]?.headers).toMatchObject({
    authorization: 'Bearer a',
    'webhook-id': aBatch().id,
    'content-type': 'application/json',
  });
});

test('a made-up event says so, and a checkpoint of the log is in the body', async () => {
  const { sink, received } = await receiver();
  const log = { size: 1024, checkpoint: 'goal/1\n1024\n' };
  await deliver(sink, aBatch({ isTest: true, log }), { guard: localGuard() });
  const { data } = JSON.parse(String(received[0]?.body)) as { data: unknown };
  expect(data).toMatchObject({ events: [{ id: 2049, test: true }], log });
});

test('a batch larger than 1 MiB is refused before it is sent, and the estimate keeps below', async () => {
  const { sink, received } = await receiver();
  const events = Array.from({ length: 500 }, (_, id) => anEvent({ id, message: 'ä'.repeat(2_000) }));
  const guard = localGuard();
  expect(await deliver(sink, aBatch({ events }), { guard })).toMatchObject({ outcome: 'refused', status: null });
  expect(received).toEqual([]);
  const fitting = fittingEvents(events);
  expect(fitting).toBeGreaterThan(200);
  const taken = await deliver(sink, aBatch({ events: events.slice(0, fitting) }), { guard });
  expect(taken).toMatchObject({ outcome: 'taken' });
  expect(fittingEvents([anEvent({ message: 'ä'.repeat(1_000_000) })])).toBe(1);
});

test('Slack makes no link, preview or mention of what strangers wrote, and it stays readable', async () => {
  const { sink, received } = await receiver({ body: 'slack' });
  const hostile =
    'https://evil.example <!channel> <@U012AB3CD> <https://evil.example|bank> [bank](evil.example) mailto:a@evil.example';
  const event = anEvent({
    message: hostile,
    username: 'evil.example',
    object: 'www.evil.example',
    event_type: '@here',
  });
  await deliver(sink, aBatch({ events: [event] }), { guard: localGuard() });
  const { text } = JSON.parse(String(received[0]?.body)) as { text: string };
  expect(text).toBe(
    '[critical] shop.example.com: www[.]evil[.]example [at]here (evil[.]example): https[:]//evil[.]example &lt;!channel&gt; ' +
      '&lt;[at]U012AB3CD&gt; &lt;https[:]//evil[.]example|bank&gt; [bank] (evil[.]example) mailto[:]a[at]evil[.]example',
  );
});

test('Slack gets one line an event, nothing in it is a mention or a link, and the rest is counted', async () => {
  const { sink, received } = await receiver({ body: 'slack' });
  const events = Array.from({ length: 30 }, (_, id) => anEvent({ id, message: `<!channel> a & b\n> c${id}` }));
  await deliver(sink, aBatch({ events }), { guard: localGuard() });
  const { text } = JSON.parse(String(received[0]?.body)) as { text: string };
  const lines = text.split('\n');
  expect(lines).toHaveLength(21);
  expect(lines[0]).toBe('[critical] shop.example.com: user login (änna): &lt;!channel&gt; a &amp; b &gt; c0');
  expect(lines[20]).toBe('… and 10 more events');
  for (const length of [1, 2, 20, 21, 500]) {
    const long = slackText(Array.from({ length }, () => anEvent({ message: '<'.repeat(900) })));
    expect(long.length).toBeLessThanOrEqual(3_000);
    const shown = long.split('\n').filter((line) => line.startsWith('[')).length;
    const counted = /and (\d+) more/.exec(long)?.[1] ?? 0;
    expect(shown + Number(counted)).toBe(length);
    expect(shown).toBeGreaterThan(0);
  }
});
