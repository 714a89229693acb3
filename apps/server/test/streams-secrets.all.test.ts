import { verifyWebhook } from '@goal/client';
import { rotatedSecretShape, streamTestShape } from '@goal/contract';
import { afterAll, expect, test, vi } from 'vitest';

import { startService } from './harness.ts';
import { makeStream, openReceiver, readStream } from './stream-receiver.ts';

// What signs a webhook, and the secret fields of sinks: what stays, and what ends only when asked.

const service = await startService({ streams: { allowNets: '127.0.0.0/8' } });
afterAll(() => service.stop());

test('R§15.3: the former secret signs for 24 hours, and then the new one alone', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount();
  const { id } = await makeStream(account, { type: 'webhook', url: receiver.url });
  const begun = Date.now();
  const rotated = (await account.call('POST', `/streams/${id}/secret`)).as(201, rotatedSecretShape);
  const signatures = async (): Promise<number> => {
    expect((await account.call('POST', `/streams/${id}/test`)).as(200, streamTestShape).ok).toBe(true);
    return String(receiver.requests.at(-1)?.headers['webhook-signature']).split(' ').length;
  };
  expect(await signatures()).toBe(2);
  const until = Date.parse(rotated.former_until);
  expect(until).toBeGreaterThan(begun + 86_400_000 - 1000);
  expect(until).toBeLessThan(Date.now() + 86_400_000 + 1000);
  vi.useFakeTimers({ toFake: ['Date'], now: until + 1 });
  try {
    expect(await signatures()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
  await receiver.close();
});

test('R§15.1 R§15.4: a former secret keeps the 24 hours that it was promised, unless a rotation ends it, and two at once make one', async () => {
  const receiver = await openReceiver();
  const account = await service.makeAccount();
  const { id, secret: first } = await makeStream(account, { type: 'webhook', url: receiver.url });
  const rotate = (query = '') => account.call('POST', `/streams/${id}/secret${query}`);
  const both = await Promise.all([rotate(), rotate()]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  const second = both.find(({ status }) => status === 201)?.as(201, rotatedSecretShape);
  for (const query of ['', '?end_former=false'])
    (await rotate(query)).refused(409, 'the former secret still signs — wait, or end it');
  for (const query of ['?end_former=yes', '?end_former=', '?end_former=true&end_former=true'])
    (await rotate(query)).refused(400, 'invalid end_former');
  const verifies = async (): Promise<(secret: string | null | undefined) => Promise<boolean>> => {
    expect((await account.call('POST', `/streams/${id}/test`)).as(200, streamTestShape).ok).toBe(true);
    const request = receiver.requests.at(-1);
    if (request === undefined) throw new Error('nothing came');
    return (secret) =>
      verifyWebhook(request, secret ?? '').then(
        () => true,
        () => false,
      );
  };
  const before = await verifies();
  expect([await before(first), await before(second?.secret)]).toEqual([true, true]);
  const third = (await rotate('?end_former=true')).as(201, rotatedSecretShape);
  const after = await verifies();
  expect([await after(first), await after(second?.secret), await after(third.secret)]).toEqual([false, true, true]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(third.former_until) + 1 });
  try {
    (await rotate()).as(201, rotatedSecretShape);
  } finally {
    vi.useRealTimers();
  }
  await receiver.close();
});

test('R§15.1 R§15.4: a secret field that was there neither goes to another address nor is dropped unasked', async () => {
  const [here, there] = [await openReceiver(), await openReceiver()];
  const account = await service.makeAccount();
  const patch = (id: string, sink: object) => account.call('PATCH', `/streams/${id}`, { body: { sink } });
  const keyAt = async (id: string, receiver = here): Promise<unknown> => {
    expect((await account.call('POST', `/streams/${id}/test`)).as(200, streamTestShape).ok).toBe(true);
    return receiver.requests.at(-1)?.headers['x-key'];
  };
  const headers = { 'X-Key': 'kept' };
  for (const [type, other] of [
    ['webhook', 'otlp'],
    ['otlp', 'webhook'],
  ] as const) {
    const { id } = await makeStream(account, { type, url: here.url, headers });
    (await patch(id, { type, url: here.url })).done();
    (await patch(id, { type, url: there.url })).refused(400, 'headers required');
    (await patch(id, { type, url: there.url, headers: null })).refused(400, 'headers required');
    (await patch(id, { type: other, url: here.url })).refused(400, 'headers required');
    expect((await readStream(account, id)).sink).toMatchObject({ type, url: here.url });
    expect(await keyAt(id)).toBe('kept');
    (await patch(id, { type, url: there.url, headers: { 'X-Key': 'new' } })).done();
    expect(await keyAt(id, there)).toBe('new');
    (await patch(id, { type, url: here.url, headers: {} })).done();
    expect(await keyAt(id)).toBeUndefined();
    // Where there are none, nothing has to be given.
    (await patch(id, { type, url: there.url })).done();
    (await patch(id, { type: other, url: here.url })).done();
    (await patch(id, { type: 'mail' })).done();
  }
  const pem = (what: string): string => `-----BEGIN ${what}-----\n-----END ${what}-----`;
  const own = { client_cert: pem('CERTIFICATE'), client_key: pem('PRIVATE KEY') };
  const { id } = await makeStream(account, { type: 'syslog', host: 'logs.example.com', ...own });
  const moved = { type: 'syslog', host: 'other.example.com', client_cert: own.client_cert };
  (await patch(id, moved)).refused(400, 'client_key required');
  (await patch(id, { ...moved, host: 'logs.example.com' })).done();
  (await patch(id, { type: 'syslog', host: 'other.example.com' })).done();
  (await patch(id, moved)).done();
  await Promise.all([here.close(), there.close()]);
});
