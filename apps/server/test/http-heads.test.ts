import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exchange, expectRefusal, openRaw } from './http-raw.ts';
import { startService, type Account, type Site, type TestService } from './harness.ts';

let service: TestService;
let account: Account;
let site: Site;
beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount({ reseller: true });
  site = await service.makeSite(account);
});
afterAll(() => service.stop());

const KiB16 = 16 * 1024;
const tooLarge = 'request header too large';
/** A GET whose head has exactly so many bytes, line ends included. */
const head = (bytes: number, over: { path?: string; line?: string } = {}): string => {
  const start = `GET ${over.path ?? '/v1/goal/account/me'} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${account.token}\r\n${over.line ?? 'X-Filler: '}`;
  return `${start}${'f'.repeat(bytes - start.length - 4)}\r\n\r\n`;
};

describe('R§2.2 heads of requests', () => {
  it('R§2.2 a head of exactly 16 KiB is read, one byte more is 431', async () => {
    expect((await exchange(service.origin, head(KiB16))).status).toBe(200);
    expectRefusal(await exchange(service.origin, head(KiB16 + 1)), 431, tooLarge);
    expect((await exchange(service.origin, head(KiB16 - 1))).status).toBe(200);
  });

  it.each([KiB16 + 2, KiB16 + 10, KiB16 + 100, 17_000, 20_000, 60_000, 100_000, 1_000_000])('R§2.2 431 for a head of %d bytes', async (bytes) => {
    expectRefusal(await exchange(service.origin, head(bytes)), 431, tooLarge);
  });

  it('R§2.2 431 for a long path, a long query, a long token, and very many small headers', async () => {
    expectRefusal(await exchange(service.origin, head(500, { path: '/v1/goal/account/me' }).replace('/account/me', `/account/${'x'.repeat(KiB16)}`)), 431, tooLarge);
    expectRefusal(await exchange(service.origin, head(500).replace('/account/me', `/account/me?q=${'x'.repeat(KiB16)}`)), 431, tooLarge);
    expectRefusal(await exchange(service.origin, `GET /v1/goal/account/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(KiB16)}\r\n\r\n`), 431, tooLarge);
    const many = Array.from({ length: 1990 }, (_, at) => `h${at}:v`).join('\r\n');
    expectRefusal(await exchange(service.origin, `GET /v1/goal/account/me HTTP/1.1\r\nHost: x\r\n${many}\r\n\r\n`), 431, tooLarge);
    const tiny = 'a:\r\n'.repeat(4080);
    expectRefusal(await exchange(service.origin, `GET /v1/goal/account/me HTTP/1.1\r\nHost: x\r\n${tiny}\r\n`), 431, tooLarge);
  });

  it('R§2.2 just below 16 KiB a long query is judged like any other', async () => {
    const query = `/account/events?q=${'x'.repeat(10_000)}`;
    (await account.call('GET', query.replace('/account', ''))).refused(400, 'invalid q');
  });

  it('R§2.2 431 with a body that follows: the answer arrives', async () => {
    const client = openRaw(service.origin);
    client.write(head(KiB16 + 50).replace('GET', 'POST').replace('\r\n\r\n', '\r\nContent-Length: 1000000\r\n\r\n'));
    client.write('z'.repeat(1_000_000));
    expectRefusal(await client.answer(), 431, tooLarge);
    await client.closed;
  });

  it('R§2.2 431 is counted and has an id of its own', async () => {
    const answer = await exchange(service.origin, head(KiB16 + 1));
    expect(answer.headers.get('connection')).toBe('close');
    expect((await service.call('GET', '/metrics', { root: true })).text).toContain('status="431"');
  });
});

const malformed = [
  'hello\r\n\r\n', 'GET\r\n\r\n', 'GET /\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET / HTTP/1.1\r\nno colon here\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\n: empty\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nSp ace: x\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', '{"json":true}\r\n\r\n', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\n X: folded\r\n\r\n', 'GET  / HTTP/1.1\r\nHost: x\r\n\r\n',
];

describe('R§2.1 what never becomes a request', () => {
  it.each(malformed)('R§2.1 malformed HTTP is a refusal in the same form, and the connection is closed: %j', async (text) => {
    const client = openRaw(service.origin);
    client.write(Buffer.from(text, 'latin1'));
    const answer = await client.answer();
    expect([400, 404, 405, 431]).toContain(answer.status);
    expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(['error']);
    expect(answer.headers.get('x-request-id')).toMatch(/./);
    if (answer.status === 400) await client.closed;
    client.close();
  });

  it('R§2.1 a chunk without a size after the answer began closes the connection and hurts nobody', async () => {
    const client = openRaw(service.origin);
    client.write(`POST /v1/goal/account/groups HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`);
    const answer = await client.answer();
    expectRefusal(answer, 400, 'bad request');
    await client.closed;
    expect((await account.call('GET', '/me')).status).toBe(200);
  });

  it('R§2.10 a request without Host is answered, for HTTP/1.1 and HTTP/1.0', async () => {
    for (const version of ['1.0', '1.1']) {
      const answer = await exchange(service.origin, `GET /v1/goal/account/me HTTP/${version}\r\nAuthorization: Bearer ${account.token}\r\n\r\n`);
      expect(answer.status).toBe(200);
    }
    expectRefusal(await exchange(service.origin, 'GET /nothing HTTP/1.1\r\n\r\n'), 404, 'not found');
  });

  it('R§2.1 an expectation is met or passed over: 100-continue and others', async () => {
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
    expectRefusal(await exchange(service.origin, 'GET /nothing HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n'), 404, 'not found');
  });

  it('R§2.1 a request to upgrade the connection is answered as an ordinary one', async () => {
    for (const upgrade of ['websocket', 'h2c']) {
      const answer = await exchange(service.origin, `GET /v1/goal/account/me HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`);
      expectRefusal(answer, 401, 'missing bearer token');
    }
  });

  it('R§2.1 requests that come without waiting are answered in their order', async () => {
    const client = openRaw(service.origin);
    const get = (path: string): string => `GET /v1/goal${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.token}\r\n\r\n`;
    client.write(get('/account/sites') + get('/nothing') + get('/account/groups') + get('/account/me'));
    const answers = [await client.answer(), await client.answer(), await client.answer(), await client.answer()];
    expect(answers.map(({ text }) => Object.keys(JSON.parse(text) as object)[0])).toEqual(['sites', 'error', 'groups', 'account_id']);
    client.close();
  });
});

describe('R§3.2 the credential', () => {
  it('I§5.R9 R§3.2 R§3.1 missing and malformed headers', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwdw==', 'Token x', account.token]) {
      (await service.call('GET', '/account/me', { headers: { Authorization: authorization } })).refused(401, 'missing bearer token');
    }
    (await service.call('GET', '/account/me')).refused(401, 'missing bearer token');
    for (const token of ['x', 'null', `${account.token}x`, account.token.slice(0, -1), account.token.toUpperCase(), `"${account.token}"`, `${account.token},${account.token}`, 'goal_acct_', 'x'.repeat(9000)]) {
      (await service.call('GET', '/account/me', { token })).refused(401, 'invalid token');
    }
    const twice = `GET /v1/goal/account/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer nonsense\r\nAuthorization: Bearer ${account.token}\r\n\r\n`;
    expect((await exchange(service.origin, twice)).status).toBe(401);
  });

  it('R§3.2 Bearer in letters of any case, and more than one blank', async () => {
    for (const word of ['bearer', 'BEARER', 'bEaReR']) expect((await service.call('GET', '/account/me', { headers: { Authorization: `${word} ${account.token}` } })).status).toBe(200);
    expect((await service.call('GET', '/account/me', { headers: { authorization: `Bearer   ${account.token}` } })).status).toBe(200);
  });

  it('I§5.R9 a credential anywhere else is none: query, cookie, body', async () => {
    (await service.call('GET', `/account/me?token=${account.token}&access_token=${account.token}`)).refused(401, 'missing bearer token');
    (await service.call('GET', '/account/me', { headers: { Cookie: `token=${account.token}`, 'X-Api-Key': account.token } })).refused(401, 'missing bearer token');
  });

  it('I§5 Site key R§6.8 X-Site-Domain twice is no domain, in UTF-8 it is read', async () => {
    const twice = `GET /v1/goal/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site.token}\r\nX-Site-Domain: ${site.domain}\r\nX-Site-Domain: ${site.domain}\r\n\r\n`;
    expectRefusal(await exchange(service.origin, twice), 403, 'domain mismatch');
    const name = `bücher-${Date.now()}.example.com`;
    const other = await service.makeSite(account, { domain: name });
    expect(other.domain).toMatch(/^xn--/);
    const utf8 = Buffer.from(`GET /v1/goal/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${other.token}\r\nX-Site-Domain: ${name}\r\n\r\n`, 'utf8');
    expect((await exchange(service.origin, utf8)).status).toBe(200);
    const latin = Buffer.from(`GET /v1/goal/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${other.token}\r\nX-Site-Domain: ${name}\r\n\r\n`, 'latin1');
    expect([200, 403]).toContain((await exchange(service.origin, latin)).status);
  });
});

describe('R§2.6 headers of answers', () => {
  const answers = async () => [
    await account.call('GET', '/me'),
    await account.call('GET', '/me', { token: 'x' }),
    await service.call('GET', '/nothing'),
    await service.call('PUT', '/account/me'),
    await service.call('OPTIONS', '/account/me'),
    await service.call('POST', '/account/groups', { token: account.token, body: '{' }),
    await service.call('GET', '/openapi.json'),
    await service.call('GET', '/healthz', { root: true }),
    await service.call('GET', '/metrics', { root: true }),
    await service.call('GET', '/%ff', { root: true }),
    await service.call('GET', '/trpc/account.me', { root: true, token: account.token }),
    await service.call('GET', '/trpc/nothing', { root: true, token: account.token }),
    await site.call('POST', '/events', { body: { events: [] } }),
    await site.call('GET', '/events'),
  ];

  it('R§2.6 every response carries X-Request-Id, its own unless the caller gave one', async () => {
    const ids = (await answers()).map(({ headers }) => headers['x-request-id']);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['a', 'A-Z.a_z:0-9', 'x'.repeat(128), '-', '..', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'])("R§2.6 the caller's own id %j comes back", async (id) => {
    for (const path of ['/account/me', '/nothing']) expect((await service.call('GET', path, { headers: { 'X-Request-Id': id } })).headers['x-request-id']).toBe(id);
    expect((await service.call('GET', '/trpc/account.me', { root: true, headers: { 'X-Request-Id': id } })).headers['x-request-id']).toBe(id);
  });

  it.each(['', 'x'.repeat(129), 'a b', 'a,b', 'ä', 'a"b', 'a/b', '<script>', 'a;b', 'a{b'])('R§2.6 another id %j is replaced', async (id) => {
    const text = Buffer.from(`GET /v1/goal/account/me HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n\r\n`, 'utf8');
    const given = (await exchange(service.origin, text)).headers.get('x-request-id');
    expect(given).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
    expect(given).not.toBe(id);
  });

  it('R§2.6 two ids are none', async () => {
    const given = (await exchange(service.origin, 'GET /nothing HTTP/1.1\r\nHost: x\r\nX-Request-Id: one\r\nX-Request-Id: two\r\n\r\n')).headers.get('x-request-id');
    expect(given).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
    expect(['one', 'two']).not.toContain(given);
  });

  it('R§2.10 no CORS header, no server name, and what keeps an answer from being stored, framed or sniffed', async () => {
    for (const { request, headers } of await answers()) {
      expect(Object.keys(headers).filter((name) => /^access-control|^x-powered-by$|^server$|^set-cookie$/.test(name)), request).toEqual([]);
      expect(headers['x-content-type-options'], request).toBe('nosniff');
      expect(headers['cache-control'], request).toContain('no-store');
      expect(headers['content-security-policy'], request).toContain("default-src 'none'");
      expect(headers['x-frame-options'], request).toBeDefined();
      expect(headers['referrer-policy'], request).toBe('no-referrer');
    }
  });

  it('R§2.7 JSON is sent as JSON; 204 has no body and no content type', async () => {
    for (const { request, headers, status, text } of await answers()) {
      if (status === 204) expect([headers['content-type'], text], request).toEqual([undefined, '']);
      else if (!request.endsWith('/metrics')) expect(headers['content-type'], request).toMatch(/^application\/json/);
    }
  });

  it('R§2.6 nothing that a caller sends becomes a header: line ends in ids, names and paths', async () => {
    const evil = 'x\r\nX-Injected: 1';
    const { id } = await service.makeSite(account);
    const all = [
      await account.call('POST', '/groups', { body: { name: evil, external_ref: evil } }),
      await account.call('PATCH', `/sites/${id}`, { body: { name: evil } }),
      await service.call('GET', `/account/${encodeURIComponent(evil)}`),
      await account.call('GET', `/events?cursor=${encodeURIComponent(evil)}`),
      await account.call('DELETE', `/sites/${id}/tokens/${encodeURIComponent(evil)}`),
      await service.call('GET', `/trpc/${encodeURIComponent(evil)}`, { root: true }),
    ];
    for (const { request, headers } of all) expect(headers['x-injected'], request).toBeUndefined();
  });
});

describe('R§2.2 clients that go away', () => {
  it('R§2.5 R§2.2 a client that goes away in the middle of its body leaves the service as it was', async () => {
    for (let times = 0; times < 10; times += 1) {
      const client = openRaw(service.origin);
      client.write(`POST /v1/goal/account/groups HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name":`);
      await new Promise((resolve) => client.socket.once('connect', resolve));
      client.close();
    }
    expect((await account.call('GET', '/me')).status).toBe(200);
    expect(service.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
