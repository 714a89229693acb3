import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exchange, expectRefusal, openRaw, type RawAnswer } from './http-raw.ts';
import { startService, type Account, type TestService } from './harness.ts';

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount({ reseller: true });
});
afterAll(() => service.stop());

const KiB16 = 16 * 1024;
const tooLarge = 'request header too large';
/** A GET whose head has exactly this many bytes, line ends included. */
const head = (bytes: number, over: { path?: string; line?: string } = {}): string => {
  const start = `GET ${over.path ?? '/v1/goal/account/me'} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${account.token}\r\n${over.line ?? 'X-Filler: '}`;
  return `${start}${'f'.repeat(bytes - start.length - 4)}\r\n\r\n`;
};

describe('R§2.2 request heads', () => {
  it('R§2.2 a head of exactly 16 KiB is accepted, one byte more is 431', async () => {
    expect((await exchange(service.origin, head(KiB16))).status).toBe(200);
    expectRefusal(await exchange(service.origin, head(KiB16 + 1)), 431, tooLarge);
    expect((await exchange(service.origin, head(KiB16 - 1))).status).toBe(200);
  });

  it.each([KiB16 + 2, KiB16 + 10, KiB16 + 100, 17_000, 20_000, 60_000, 100_000, 1_000_000])(
    'R§2.2 431 for a head of %d bytes',
    async (bytes) => {
      expectRefusal(await exchange(service.origin, head(bytes)), 431, tooLarge);
    },
  );

  it('R§2.2 431 for a long path, a long query, a long token, and very many small headers', async () => {
    expectRefusal(
      await exchange(
        service.origin,
        head(500, { path: '/v1/goal/account/me' }).replace('/account/me', `/account/${'x'.repeat(KiB16)}`),
      ),
      431,
      tooLarge,
    );
    expectRefusal(
      await exchange(service.origin, head(500).replace('/account/me', `/account/me?q=${'x'.repeat(KiB16)}`)),
      431,
      tooLarge,
    );
    expectRefusal(
      await exchange(
        service.origin,
        `GET /v1/goal/account/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(KiB16)}\r\n\r\n`,
      ),
      431,
      tooLarge,
    );
    const many = Array.from({ length: 1990 }, (_, at) => `h${at}:v`).join('\r\n');
    expectRefusal(
      await exchange(service.origin, `GET /v1/goal/account/me HTTP/1.1\r\nHost: x\r\n${many}\r\n\r\n`),
      431,
      tooLarge,
    );
    const tiny = 'a:\r\n'.repeat(4080);
    expectRefusal(
      await exchange(service.origin, `GET /v1/goal/account/me HTTP/1.1\r\nHost: x\r\n${tiny}\r\n`),
      431,
      tooLarge,
    );
  });

  it('R§2.2 a long query just below 16 KiB is judged like any other', async () => {
    const query = `/account/events?q=${'x'.repeat(10_000)}`;
    (await account.call('GET', query.replace('/account', ''))).refused(400, 'invalid q');
  });

  it('R§2.2 the 431 answer arrives although a body follows', async () => {
    const client = openRaw(service.origin);
    client.write(
      head(KiB16 + 50)
        .replace('GET', 'POST')
        .replace('\r\n\r\n', '\r\nContent-Length: 1000000\r\n\r\n'),
    );
    client.write('z'.repeat(1_000_000));
    expectRefusal(await client.answer(), 431, tooLarge);
    await client.closed;
  });

  it('R§2.2 431 is counted and has its own id', async () => {
    const answer = await exchange(service.origin, head(KiB16 + 1));
    expect(answer.headers.get('connection')).toBe('close');
    await expect
      .poll(async () => (await service.call('GET', '/metrics', { root: true })).text)
      .toContain('status="431"');
  });
});

const malformed = [
  'hello\r\n\r\n',
  'GET\r\n\r\n',
  'GET /\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.1\r\nno colon here\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\n: empty\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nSp ace: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
  '{"json":true}\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\n X: folded\r\n\r\n',
  'GET  / HTTP/1.1\r\nHost: x\r\n\r\n',
];

describe('R§2.1 bytes that never become a request', () => {
  it.each(malformed)('R§2.1 malformed HTTP gets an ordinary refusal, and the connection closes: %j', async (text) => {
    const client = openRaw(service.origin);
    client.write(Buffer.from(text, 'latin1'));
    const answer = await client.answer();
    expect([400, 404, 405, 431]).toContain(answer.status);
    expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(['error']);
    expect(answer.headers.get('x-request-id')).toMatch(/./);
    if (answer.status === 400) await client.closed;
    client.close();
  });

  it('R§2.1 a chunk without a size after the answer began only closes the connection', async () => {
    const client = openRaw(service.origin);
    client.write(
      `POST /v1/goal/account/groups HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    );
    const answer = await client.answer();
    expectRefusal(answer, 400, 'bad request');
    await client.closed;
    expect((await account.call('GET', '/me')).status).toBe(200);
  });

  it('R§2.14 HTTP/1.0 needs no Host', async () => {
    const old = `GET /v1/goal/account/me HTTP/1.0\r\nAuthorization: Bearer ${account.token}\r\n\r\n`;
    expect((await exchange(service.origin, old)).status).toBe(200);
  });

  it('R§9.11 a target in absolute form asks for its path and query, of the host that it names', async () => {
    const get = (target: string): Promise<RawAnswer> =>
      exchange(
        service.origin,
        `GET ${target} HTTP/1.1\r\nHost: other\r\nAuthorization: Bearer ${account.token}\r\n\r\n`,
      );
    for (const root of ['http://goal.example', 'HTTPS://goal.example:4000'])
      expect((await get(`${root}/v1/goal/account/events?limit=1`)).status).toBe(200);
    expectRefusal(await get('http://goal.example/v1/goal/account/events?limit=0'), 400, 'invalid limit');
    expect((await get('http://goal.example/v1/goal/docs/quick-start')).text).toContain('goal.example/v1/goal');
    const unknown = ['http://goal.example', 'http://goal.example?x', 'http://goal.example//v1/goal/account/me'];
    const unread = ['http://me@goal.example/healthz', 'ftp://goal.example/healthz'];
    for (const target of [...unknown, ...unread]) expectRefusal(await get(target), 404, 'not found');
  });

  it('R§2.1 100-continue is met, other expectations are ignored', async () => {
    const body = '{"name":"expected"}';
    const request = (expectation: string): string =>
      `POST /v1/goal/account/groups HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: ${expectation}\r\n\r\n`;
    const client = openRaw(service.origin);
    client.write(request('100-continue'));
    await new Promise((resolve) => client.socket.once('data', resolve));
    client.write(body);
    expect((await client.answer()).status).toBe(201);
    client.close();
    expectRefusal(await exchange(service.origin, request('something-else') + body), 409, 'group name already exists');
    expectRefusal(
      await exchange(service.origin, 'GET /nothing HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n'),
      404,
      'not found',
    );
  });

  it('R§2.1 an upgrade request is answered like an ordinary one', async () => {
    for (const upgrade of ['websocket', 'h2c']) {
      const answer = await exchange(
        service.origin,
        `GET /v1/goal/account/me HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      );
      expectRefusal(answer, 401, 'missing bearer token');
    }
  });

  it('R§2.1 pipelined requests are answered in order', async () => {
    const client = openRaw(service.origin);
    const get = (path: string): string =>
      `GET /v1/goal${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.token}\r\n\r\n`;
    client.write(get('/account/sites') + get('/nothing') + get('/account/groups') + get('/account/me'));
    const answers = [await client.answer(), await client.answer(), await client.answer(), await client.answer()];
    expect(answers.map(({ text }) => Object.keys(JSON.parse(text) as object)[0])).toEqual([
      'sites',
      'error',
      'groups',
      'account_id',
    ]);
    client.close();
  });
});

describe('R§2.2 clients that go away', () => {
  it('R§2.5 R§2.2 a client that leaves in the middle of its body changes nothing', async () => {
    for (let times = 0; times < 10; times += 1) {
      const client = openRaw(service.origin);
      client.write(
        `POST /v1/goal/account/groups HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name":`,
      );
      await new Promise((resolve) => client.socket.once('connect', resolve));
      client.close();
    }
    expect((await account.call('GET', '/me')).status).toBe(200);
    expect(service.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
