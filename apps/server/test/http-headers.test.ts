import { describe, expect, it } from 'vitest';

import { exchange, expectRefusal } from './http-raw.ts';
import { sharedService } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount({ reseller: true });
const site = await service.makeSite(account);

describe('R§3.2 the credential', () => {
  it('I§5.R9 R§3.2 R§3.1 missing and malformed credentials are refused', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic dXNlcjpwdw==', 'Token x', account.token]) {
      (await service.call('GET', '/account/me', { headers: { Authorization: authorization } })).refused(
        401,
        'missing bearer token',
      );
    }
    (await service.call('GET', '/account/me')).refused(401, 'missing bearer token');
    for (const token of [
      'x',
      'null',
      `${account.token}x`,
      account.token.slice(0, -1),
      account.token.toUpperCase(),
      `"${account.token}"`,
      `${account.token},${account.token}`,
      'goal_acct_',
      'x'.repeat(9000),
    ]) {
      (await service.call('GET', '/account/me', { token })).refused(401, 'invalid token');
    }
  });

  it('R§3.2 Bearer is case-insensitive and may be followed by several blanks', async () => {
    for (const word of ['bearer', 'BEARER', 'bEaReR'])
      expect(
        (await service.call('GET', '/account/me', { headers: { Authorization: `${word} ${account.token}` } })).status,
      ).toBe(200);
    expect(
      (await service.call('GET', '/account/me', { headers: { authorization: `Bearer   ${account.token}` } })).status,
    ).toBe(200);
  });

  it('I§5.R9 a credential in query, cookie or body is ignored', async () => {
    (await service.call('GET', `/account/me?token=${account.token}&access_token=${account.token}`)).refused(
      401,
      'missing bearer token',
    );
    (
      await service.call('GET', '/account/me', {
        headers: { Cookie: `token=${account.token}`, 'X-Api-Key': account.token },
      })
    ).refused(401, 'missing bearer token');
  });

  it('I§5 Site key R§6.8 a repeated X-Site-Domain is no domain; one in UTF-8 is read', async () => {
    const twice = `GET /v1/goal/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site.token}\r\nX-Site-Domain: ${site.domain}\r\nX-Site-Domain: ${site.domain}\r\n\r\n`;
    expectRefusal(await exchange(service.origin, twice), 403, 'domain mismatch');
    const name = `bücher-${Date.now()}.example.com`;
    const other = await service.makeSite(account, { domain: name });
    expect(other.domain).toMatch(/^xn--/);
    const utf8 = Buffer.from(
      `GET /v1/goal/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${other.token}\r\nX-Site-Domain: ${name}\r\n\r\n`,
      'utf8',
    );
    expect((await exchange(service.origin, utf8)).status).toBe(200);
    const latin = Buffer.from(
      `GET /v1/goal/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${other.token}\r\nX-Site-Domain: ${name}\r\n\r\n`,
      'latin1',
    );
    expect([200, 403]).toContain((await exchange(service.origin, latin)).status);
  });
});

describe('R§2.15 the challenge of a 401', () => {
  it('R§2.15 names the scheme and the realm, and says whether a token was given that is not valid, at every door', async () => {
    const doors: [method: string, path: string, root: boolean][] = [
      ['GET', '/account/me', false],
      ['GET', '/events', false],
      ['POST', '/events', false],
      ['GET', '/admin/whoami', false],
      ['POST', '/mcp', false],
      ['GET', '/trpc/account.me', true],
      ['GET', '/trpc/account.me,account.me?batch=1', true],
    ];
    for (const [method, path, root] of doors) {
      const challengeTo = async (token?: string): Promise<[number, string | undefined]> => {
        const { status, headers } = await service.call(method, path, { root, token });
        return [status, headers['www-authenticate']];
      };
      expect(await challengeTo(), path).toEqual([401, 'Bearer realm="goal"']);
      expect(await challengeTo('x'), path).toEqual([401, 'Bearer realm="goal", error="invalid_token"']);
    }
    expect((await account.call('GET', '/me')).headers['www-authenticate']).toBeUndefined();
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

  it('R§2.6 every response carries X-Request-Id, the caller’s or a new one', async () => {
    const ids = (await answers()).map(({ headers }) => headers['x-request-id']);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['a', 'A-Z.a_z:0-9', 'x'.repeat(128), '-', '..', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'])(
    "R§2.6 the caller's own id %j comes back",
    async (id) => {
      for (const path of ['/account/me', '/nothing'])
        expect((await service.call('GET', path, { headers: { 'X-Request-Id': id } })).headers['x-request-id']).toBe(id);
      expect(
        (await service.call('GET', '/trpc/account.me', { root: true, headers: { 'X-Request-Id': id } })).headers[
          'x-request-id'
        ],
      ).toBe(id);
    },
  );

  it.each(['', 'x'.repeat(129), 'a b', 'a,b', 'ä', 'a"b', 'a/b', '<script>', 'a;b', 'a{b'])(
    'R§2.6 an invalid id %j is replaced',
    async (id) => {
      const text = Buffer.from(`GET /v1/goal/account/me HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n\r\n`, 'utf8');
      const given = (await exchange(service.origin, text)).headers.get('x-request-id');
      expect(given).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
      expect(given).not.toBe(id);
    },
  );

  it('R§2.6 two ids count as none', async () => {
    const given = (
      await exchange(
        service.origin,
        'GET /nothing HTTP/1.1\r\nHost: x\r\nX-Request-Id: one\r\nX-Request-Id: two\r\n\r\n',
      )
    ).headers.get('x-request-id');
    expect(given).toMatch(/^[A-Za-z0-9._:-]{1,128}$/);
    expect(['one', 'two']).not.toContain(given);
  });

  it('R§2.10 answers have no CORS header or server name, and forbid storing, framing and sniffing', async () => {
    for (const { request, headers } of await answers()) {
      expect(
        Object.keys(headers).filter((name) => /^access-control|^x-powered-by$|^server$|^set-cookie$/.test(name)),
        request,
      ).toEqual([]);
      expect(headers['x-content-type-options'], request).toBe('nosniff');
      expect(headers['cache-control'], request).toContain('no-store');
      expect(headers['content-security-policy'], request).toContain("default-src 'none'");
      expect(headers['x-frame-options'], request).toBeDefined();
      expect(headers['referrer-policy'], request).toBe('no-referrer');
    }
  });

  it('R§2.7 JSON has the JSON content type; 204 has no body and no content type', async () => {
    for (const { request, headers, status, text } of await answers()) {
      if (status === 204) expect([headers['content-type'], text], request).toEqual([undefined, '']);
      else if (!request.endsWith('/metrics')) expect(headers['content-type'], request).toMatch(/^application\/json/);
    }
  });

  it('R§2.6 line ends in ids, names and paths never inject a header', async () => {
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
