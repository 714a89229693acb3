import { describe, expect, it } from 'vitest';

import { chunked, exchange, expectRefusal, openRaw, rawRequest } from './http-raw.ts';
import { makeEvent, sharedService, unique } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });
const site = await service.makeSite(account);

const MiB = 1024 * 1024;
const uuid = '7b1f3c1e-0000-4000-8000-0123456789ab';

/** POST /account/groups with a raw body. */
const send = (body: string | Uint8Array | undefined, headers: Readonly<Record<string, string>> = {}) =>
  account.call('POST', '/groups', { body, headers });
/** A body of exactly this many bytes that creates a group. */
const sized = (bytes: number): string => {
  const start = JSON.stringify({ name: `g ${unique()}`, x: '' }).slice(0, -2);
  return `${start}${'y'.repeat(bytes - start.length - 2)}"}`;
};
describe('R§2.2 sizes', () => {
  it('R§2.2 a body of exactly 1 MiB is accepted, one byte more is 413, with a length and chunked', async () => {
    expect((await send(sized(MiB))).status).toBe(201);
    (await send(sized(MiB + 1))).refused(413, 'body too large');
    const head = [
      `Authorization: Bearer ${account.token}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ];
    const [half, rest] = [sized(MiB).slice(0, 500_000), sized(MiB).slice(500_000)];
    expect(
      (await exchange(service.origin, rawRequest('POST', '/account/groups', head, chunked(half, rest)))).status,
    ).toBe(201);
    expectRefusal(
      await exchange(service.origin, rawRequest('POST', '/account/groups', head, chunked(sized(MiB + 1)))),
      413,
      'body too large',
    );
  });

  it('R§2.2 ingest accepts exactly 4 MiB, and one byte more is 413', async () => {
    const event = (bytes: number): string => {
      const start = JSON.stringify(makeEvent({ x: '' })).slice(0, -2);
      return `${start}${'y'.repeat(bytes - Buffer.byteLength(start) - 2)}"}`;
    };
    expect((await site.call('POST', '/events', { body: event(4 * MiB) })).status).toBe(200);
    (await site.call('POST', '/events', { body: event(4 * MiB + 1) })).refused(413, 'body too large');
  });

  const refusals: [what: string, path: string, headers: readonly string[], status: number, error: string][] = [
    ['without a credential', '/account/groups', ['Content-Type: application/json'], 401, 'missing bearer token'],
    ['to an unknown path', '/nothing', ['Content-Type: application/json'], 404, 'not found'],
    ['of a wrong type', '/account/groups', ['Authorization: TOKEN'], 415, 'content type must be application/json'],
    [
      'that is too large',
      '/account/groups',
      ['Authorization: TOKEN', 'Content-Type: application/json'],
      413,
      'body too large',
    ],
    [
      'to a foreign id',
      `/account/groups/${uuid}/keys`,
      ['Authorization: TOKEN', 'Content-Type: application/json'],
      404,
      'not found',
    ],
  ];
  for (const connection of ['keep-alive', 'close']) {
    it.each(refusals)(
      `R§2.2 a client that writes 10 MiB before it reads gets its answer (Connection: ${connection}), for a body %s`,
      async (_what, path, headers, status, error) => {
        const client = openRaw(service.origin);
        const own = headers.map((line) => line.replace('TOKEN', `Bearer ${account.token}`));
        client.socket.pause();
        const flushed = new Promise<void>((resolve) => {
          client.socket.write(
            rawRequest('POST', path, [...own, `Connection: ${connection}`, `Content-Length: ${10 * MiB}`]),
          );
          client.socket.write('z'.repeat(10 * MiB), () => resolve());
        });
        await flushed;
        client.socket.resume();
        expectRefusal(await client.answer(), status, error);
        if (connection === 'keep-alive') {
          client.write(rawRequest('GET', '/account/me', [`Authorization: Bearer ${account.token}`]));
          expect((await client.answer()).status).toBe(200);
        }
        client.close();
      },
    );
  }

  const native: [what: string, procedure: string, token: string, type: string, status: number, error: string][] = [
    ['without a credential', 'account.groups.create', 'none', 'application/json', 401, 'missing bearer token'],
    ['that is too large', 'account.groups.create', 'own', 'application/json', 413, 'body too large'],
    ['of a wrong type', 'account.groups.create', 'own', 'text/plain', 415, 'content type must be application/json'],
    ['to an unknown procedure', 'account.nothing', 'own', 'application/json', 404, 'not found'],
    ['with a wrong method', 'account.me', 'own', 'application/json', 405, 'method not allowed'],
  ];
  for (const connection of ['keep-alive', 'close']) {
    it.each(native)(
      `R§2.2 R§2.1 a native tRPC client that writes 10 MiB before it reads also gets its answer (Connection: ${connection}), for a body %s`,
      async (_what, procedure, token, type, status, error) => {
        const client = openRaw(service.origin);
        client.socket.pause();
        const authorization = token === 'own' ? [`Authorization: Bearer ${account.token}`] : [];
        const head = [
          `POST /trpc/${procedure} HTTP/1.1`,
          'Host: localhost',
          ...authorization,
          `Content-Type: ${type}`,
          `Connection: ${connection}`,
          `Content-Length: ${10 * MiB}`,
        ];
        await new Promise<void>((resolve) => {
          client.write(`${head.join('\r\n')}\r\n\r\n`);
          client.socket.write('z'.repeat(10 * MiB), () => resolve());
        });
        client.socket.resume();
        const answer = await client.answer();
        expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(`"message":"${error}"`)]);
        client.close();
      },
    );
  }

  it('R§2.2 a refused endless body is cut off after 16 MiB, after its answer was sent', async () => {
    const client = openRaw(service.origin);
    client.write(
      rawRequest('POST', '/account/groups', ['Content-Type: application/json', `Content-Length: ${100 * MiB}`]),
    );
    expectRefusal(await client.answer(), 401, 'missing bearer token');
    const block = Buffer.alloc(MiB, 'z');
    let written = 0;
    for (let failed = false; !failed && written < 100;) {
      failed = await Promise.race([
        new Promise<boolean>((resolve) => client.socket.write(block, (error) => resolve(error != null))),
        client.closed.then(() => true),
      ]);
      if (!failed) written += 1;
    }
    expect(written).toBeLessThan(60);
    expect(written).toBeGreaterThan(15);
  });

  it('R§2.2 a refused chunked body is drained too, and the connection stays open', async () => {
    const client = openRaw(service.origin);
    client.write(
      rawRequest(
        'POST',
        '/account/groups',
        ['Transfer-Encoding: chunked', 'Content-Type: application/json'],
        chunked('x'.repeat(MiB), 'y'.repeat(MiB)),
      ),
    );
    expectRefusal(await client.answer(), 401, 'missing bearer token');
    client.write(rawRequest('GET', '/account/me', [`Authorization: Bearer ${account.token}`]));
    expect((await client.answer()).status).toBe(200);
    client.close();
  });

  it('R§2.12 an ignored body is drained, and the next request on the connection is answered', async () => {
    const client = openRaw(service.origin);
    const trap = 'GET /v1/goal/nothing HTTP/1.1\r\nHost: x\r\n\r\n';
    client.write(
      rawRequest(
        'GET',
        '/account/me',
        [`Authorization: Bearer ${account.token}`, `Content-Length: ${trap.length}`],
        trap,
      ),
    );
    expect((await client.answer()).status).toBe(200);
    client.write(rawRequest('GET', '/account/sites', [`Authorization: Bearer ${account.token}`]));
    const second = await client.answer();
    expect([second.status, Object.keys(JSON.parse(second.text) as object)]).toEqual([200, ['sites']]);
    client.close();
  });
});
