import { expect, it } from 'vitest';

import { exchange, expectRefusal } from './http-raw.ts';
import { sharedService } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount();

it.each(['http://[/', 'http://[/trpc/account.me', 'http://user@[::1/healthz', '/trpc/account.me#x', '/healthz#x'])(
  'R§2.1 R§2.10 a target that is not a path, parseable or not, is 404 in JSON: %s',
  async (target) => {
    expectRefusal(
      await exchange(
        service.origin,
        `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.token}\r\n\r\n`,
      ),
      404,
      'not found',
    );
  },
);

it.each(['[', 'a@b', 'a b', '%', 'x:y:z', ''])(
  'R§2.1 native tRPC answers normally whatever the Host header says: Host «%s»',
  async (host) => {
    const { status, text } = await exchange(
      service.origin,
      `GET /trpc/account.me HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${account.token}\r\n\r\n`,
    );
    expect([status, text]).toEqual([200, expect.stringContaining(account.id)]);
  },
);

it('R§2.1 a native tRPC refusal says «internal error» only with status 500', async () => {
  for (const query of [
    '?connectionParams=1',
    '?connectionParams={',
    '?input=%',
    '?batch=1&input=[',
    '?batch=1&input=5',
  ]) {
    const answer = await service.call('GET', `/trpc/account.me${query}`, { root: true, token: account.token });
    expect(answer.status, query).toBeLessThan(500);
    expect(answer.text, query).not.toContain('internal error');
  }
});

it('R§2.4 HEAD over native tRPC is judged like GET and has no body', async () => {
  const head = await service.call('HEAD', '/trpc/account.me', { root: true });
  expect([head.status, head.text]).toEqual([401, '']);
  const good = await service.call('HEAD', '/trpc/account.me', { root: true, token: account.token });
  expect([good.status, good.text]).toEqual([200, '']);
});
