import { describe, expect, it } from 'vitest';

import { expectRefusal, openRaw } from './http-raw.ts';
import { sharedService } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount({ reseller: true });

/** Twenty clients that send `start` and then a letter now and then, until the service ends each. */
async function dribble(start: string): Promise<void> {
  const slow = Array.from({ length: 20 }, () => openRaw(service.origin));
  for (const client of slow) client.write(start);
  const timer = setInterval(() => {
    for (const client of slow) if (client.socket.writable) client.write('z');
  }, 500);
  try {
    for (let request = 0; request < 20; request += 1) expect((await account.call('GET', '/me')).status).toBe(200);
    for (const client of slow) expectRefusal(await client.answer(), 408, 'request timeout');
    await Promise.all(slow.map(({ closed }) => closed));
  } finally {
    clearInterval(timer);
    for (const client of slow) client.close();
  }
  expect((await account.call('GET', '/me')).status).toBe(200);
}

// Both mostly wait for the service's timeouts.
describe.concurrent('R§2.2 slow clients', () => {
  it('R§2.2 R§2.1 a client that dribbles its head is cut off with a refusal, and delays nobody', () =>
    dribble('GET /v1/goal/account/me HTTP/1.1\r\nX-Slow: '));

  it('R§2.2 R§2.1 a client that dribbles its body is cut off with a refusal, and delays nobody', () =>
    dribble(
      `POST /v1/goal/account/groups HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"name":"`,
    ));
});
