import { describe, expect, it, onTestFinished } from 'vitest';

import { expectRefusal, openRaw, rawRequest, type RawConnection } from './http-raw.ts';
import { makeEvent, sharedService } from './harness.ts';

const service = await sharedService();
const site = await service.makeSite(await service.makeAccount({ reseller: true }));

/** A connection that the test closes, with all that it received. */
function open(): RawConnection & { received: () => string } {
  const connection = openRaw(service.origin);
  onTestFinished(connection.close);
  let received = '';
  connection.socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  return { ...connection, received: () => received };
}
const key = (): string[] => [`Authorization: Bearer ${site.token}`, `X-Site-Domain: ${site.domain}`];
/** A request that takes a second, so that later bytes arrive long before its answer. */
const slow = (): string => rawRequest('GET', '/events/tail?wait=1', ['X-Request-Id: slow', ...key()]);
const json = 'Content-Type: application/json';
const inChunks = 'Transfer-Encoding: chunked';
const answersIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe('R§2.13 each request has one answer, and the answers come in the order of the requests', () => {
  it.each([
    ['no HTTP', 400, 'bad request', () => 'BROKEN\r\n\r\n'],
    [
      'a head that is too large',
      431,
      'request header too large',
      () => `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    ],
    [
      'a body that is no body',
      400,
      'bad request',
      () => `${rawRequest('POST', '/events', [...key(), json, inChunks])}zz\r\n`,
    ],
  ])('R§2.1 R§2.13 the refusal of %s comes after the answers before it', async (_what, status, error, broken) => {
    const connection = open();
    const body = JSON.stringify(makeEvent());
    const stored = rawRequest('POST', '/events', [...key(), json, `Content-Length: ${Buffer.byteLength(body)}`], body);
    connection.write(slow() + stored + broken());
    const first = await connection.answer();
    expect([first.status, first.headers.get('x-request-id')]).toEqual([200, 'slow']);
    expect(await connection.answer()).toMatchObject({
      status: 200,
      text: expect.stringContaining('"accepted":1') as unknown,
    });
    expectRefusal(await connection.answer(), status, error);
    await connection.closed;
    expect(answersIn(connection.received())).toEqual([200, 200, status]);
  });

  it('R§2.13 a request answered before its body breaks gets no second answer', async () => {
    const head = `POST /nope HTTP/1.1\r\nHost: x\r\n${inChunks}\r\n\r\n`;
    const [atOnce, later] = [open(), open()];
    atOnce.write(`${head}zz\r\n\r\n`);
    later.write(`${head}5\r\naaaaa\r\n`);
    expectRefusal(await later.answer(), 404, 'not found');
    later.write('zz\r\n\r\n');
    await Promise.all([atOnce.closed, later.closed]);
    expect([atOnce, later].map(({ received }) => answersIn(received()))).toEqual([[404], [404]]);
  });

  it('R§2.13 a broken body is refused once, as the answer to its own request', async () => {
    const connection = open();
    connection.write(`${rawRequest('POST', '/events', [...key(), json, inChunks])}zz\r\n`);
    expectRefusal(await connection.answer(), 400, 'bad request');
    await connection.closed;
    expect(answersIn(connection.received())).toEqual([400]);
  });

  it.each(['HTTP/1.1\r\nConnection: close', 'HTTP/1.0'])(
    'R§2.13 bytes after the last request of a connection get no answer (%s)',
    async (last) => {
      const connection = open();
      connection.write(`GET /healthz ${last}\r\nHost: x\r\n\r\n${rawRequest('GET', '/account/me', [])}`);
      await connection.closed;
      expect(answersIn(connection.received())).toEqual([200]);
    },
  );

  it('R§2.13 CONNECT is refused, and behind a pending request it ends the connection', async () => {
    const asks = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n';
    const alone = open();
    alone.write(asks);
    expectRefusal(await alone.answer(), 404, 'not found');
    const behind = open();
    behind.write(slow() + asks);
    await behind.closed;
    expect(behind.received()).toBe('');
    const flood = open();
    flood.write(slow() + 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20) + asks);
    await flood.closed;
    expect(answersIn(flood.received())).toEqual([...Array.from({ length: 20 }, () => 200), 400]);
  });
});

const withHead = (...lines: string[]): string => [...lines, '', ''].join('\r\n');
const ambiguous: [what: string, head: (path: string) => string][] = [
  ['no Host', (path) => withHead(`GET ${path} HTTP/1.1`, 'X: y')],
  ['two Hosts', (path) => withHead(`GET ${path} HTTP/1.1`, 'Host: x', 'host: y')],
  ['the same Host twice', (path) => withHead(`GET ${path} HTTP/1.1`, 'Host: x', 'Host: x')],
  ['two Authorizations', (path) => withHead(`GET ${path} HTTP/1.1`, 'Host: x', ...key(), 'AUTHORIZATION: Bearer x')],
  ['two Hosts of HTTP/1.0', (path) => withHead(`GET ${path} HTTP/1.0`, 'Host: x', 'Host: y')],
];

describe('R§2.14 a request that leaves open whom it asks, or who asks', () => {
  it.each(ambiguous)(
    'R§2.14 with %s is 400 bad request at every path, and ends the connection',
    async (_what, head) => {
      for (const path of ['/v1/goal/events', '/v1/goal/mcp', '/trpc/account.me', '/v1/goal/docs', '/healthz']) {
        const connection = open();
        connection.write(head(path) + rawRequest('GET', '/nope', []));
        expectRefusal(await connection.answer(), 400, 'bad request');
        await connection.closed;
        expect(answersIn(connection.received())).toEqual([400]);
      }
    },
  );

  it('R§2.14 R§2.13 is neither judged nor read, and refused after the answers before it', async () => {
    const connection = open();
    const body = JSON.stringify(makeEvent());
    const twice = [...key(), ...key(), json, 'Expect: 100-continue', `Content-Length: ${Buffer.byteLength(body)}`];
    connection.write(slow() + rawRequest('POST', '/events', twice, body));
    expect((await connection.answer()).headers.get('x-request-id')).toBe('slow');
    expectRefusal(await connection.answer(), 400, 'bad request');
    await connection.closed;
    expect(answersIn(connection.received())).toEqual([200, 400]);
  });
});
