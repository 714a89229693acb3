import { describe, expect, it } from 'vitest';

import { exchange, expectRefusal } from './http-raw.ts';
import { sharedService } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });
const site = await service.makeSite(account);

const uuid = '7b1f3c1e-0000-4000-8000-0123456789ab';
/** Unknown paths, however close to a published one (rulings §2.10). */
const nowhere = [
  '/',
  '',
  '/account',
  '/account/',
  '/account/me/',
  '/account//me',
  '//account/me',
  '/account/./me',
  '/account/../account/me',
  '/x/../account/me',
  '/account/me/.',
  '/account/me/..',
  '/account/%6de',
  '/account/m%65',
  '/%61ccount/me',
  '/account%2Fme',
  '/account%2fme',
  '/Account/me',
  '/account/ME',
  '/ACCOUNT/ME',
  '/account/me;x=1',
  '/account/me%00',
  '/account/me%20',
  '/account/%2e/me',
  '/account/%2e%2e/account/me',
  '/account/sites/',
  `/account/sites/${uuid}/`,
  `/account/sites/${uuid}/tokens/`,
  `/account/sites/${uuid}/nothing`,
  `/account/sites//tokens`,
  `/account/sites/${uuid}/tokens/a/b`,
  '/account/groups/',
  '/account/events/',
  '/account/events/1',
  '/events/',
  '/events/1/',
  '/events/1/2',
  '/admin',
  '/admin/',
  '/admin/accounts/',
  '/admin/sites/',
  '/openapi',
  '/openapi.json/',
  '/OpenApi.json',
  '/me',
  '/sites',
  '/account.me',
  '/account/me.json',
  '/account/me,',
  '/.env',
  '/docs/',
  '/account/sites/%ff',
  '/account/sites/%',
  '/account/sites/%zz',
  '/account/sites/%c0%ae',
  '/events/%ff',
  '/events/%',
  '/%ff',
  '/account/%ff',
  '/admin/accounts/%E0%A4%A',
  '/account/sites/.',
  '/account/sites/..',
  '/events/..',
  '/events/.',
];

describe('R§2.10 paths', () => {
  it.each(nowhere)('R§2.10 %j is 404 not found, with and without a credential, for every method', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      for (const token of [undefined, account.token, service.adminWrite])
        (await service.call(method, path, { token })).refused(404, 'not found');
    }
    expect((await service.call('HEAD', path)).status).toBe(404);
  });

  it('R§2.10 paths outside the base path and other versions and spellings of it are 404', async () => {
    for (const path of [
      '/',
      '/v1',
      '/v1/',
      '/v1/goal',
      '/v1/goal/',
      '/V1/goal/account/me',
      '/v1/Goal/account/me',
      '/v2/goal/account/me',
      '/account/me',
      '//v1/goal/account/me',
      '/v1//goal/account/me',
      '/./v1/goal/account/me',
      '/v1/goal/../goal/account/me',
      '/%761/goal/account/me',
      '/favicon.ico',
      '/healthz/',
      '/HEALTHZ',
      '/health',
      '/readyz/x',
      '/metrics/',
    ]) {
      (await service.call('GET', path, { token: account.token, root: true })).refused(404, 'not found');
    }
  });

  it('R§2.10 a browser that opens the address of the API finds the documentation and the dashboard', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const { status, headers, text } = await service.call('GET', '/', { root: true, headers: { accept } });
    expect([status, headers['content-type'], headers['vary']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'Accept, Accept-Encoding',
    ]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const links = [...text.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(links[0]).toMatch(/^http:\/\/localhost:\d+$/);
    // Elsewhere the address of a dashboard on this machine would lead to the reader's own.
    for (const more of [
      'Host: api.example.com',
      'Host: localhost.example.com',
      'Host: localhost\r\nX-Forwarded-For: 192.0.2.1',
    ]) {
      const page = await exchange(service.origin, `GET / HTTP/1.1\r\nAccept: ${accept}\r\n${more}\r\n\r\n`);
      expect([page.status, page.text.includes('/docs/quick-start'), page.text.includes('localhost')]).toEqual([
        200,
        true,
        false,
      ]);
    }
    for (const link of links.filter((one) => one.startsWith('/')))
      expect((await service.call('GET', link, { root: true })).status, link).toBe(200);
    (await service.call('POST', '/', { root: true, headers: { accept } })).refused(404, 'not found');
  });

  it('R§2.10 an absolute-form target, an asterisk or a fragment names no published path', async () => {
    const host = new URL(service.origin).host;
    const auth = `Host: ${host}\r\nAuthorization: Bearer ${account.token}\r\n\r\n`;
    expectRefusal(
      await exchange(service.origin, `GET http://${host}/v1/goal/nothing HTTP/1.1\r\n${auth}`),
      404,
      'not found',
    );
    expect([200, 404]).toContain(
      (await exchange(service.origin, `GET http://${host}/v1/goal/account/me HTTP/1.1\r\n${auth}`)).status,
    );
    expectRefusal(await exchange(service.origin, `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n\r\n`), 404, 'not found');
    const fragment = await exchange(service.origin, `GET /v1/goal/account/me#x HTTP/1.1\r\n${auth}`);
    expect([400, 404]).toContain(fragment.status);
    expect(Object.keys(JSON.parse(fragment.text) as object)).toEqual(['error']);
  });

  it('R§2.10 non-ASCII letters, blanks and control characters in a path get an ordinary refusal', async () => {
    for (const path of [
      '/v1/goal/account/m\u00e9',
      '/v1/goal/account/me\u0000',
      '/v1/goal/account/\u0001',
      '/v1/goal/account/me x',
      '/v1/goal/account/me\t',
    ]) {
      const answer = await exchange(service.origin, Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, 'latin1'));
      expect([400, 404], JSON.stringify(path)).toContain(answer.status);
      expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(['error']);
    }
  });

  it('R§2.10 ids are case-insensitive and may be percent-encoded', async () => {
    const named = await service.makeSite(account, { name: 'one' });
    const encoded = named.id.replaceAll('-', '%2D');
    for (const [at, id] of [named.id, named.id.toUpperCase(), encoded].entries()) {
      (await account.call('PATCH', `/sites/${id}`, { body: { name: `name ${at}` } })).done();
    }
    const group = await service.makeGroup(account);
    (await account.call('PATCH', `/groups/${group.id.toUpperCase()}`, { body: { external_ref: 'upper' } })).done();
    expect((await service.admin('GET', `/accounts/${account.id.toUpperCase()}`)).status).toBe(200);
  });

  const noIds = [
    '1',
    'null',
    'undefined',
    '0',
    uuid.replaceAll('-', ''),
    `{${uuid}}`,
    `${uuid}x`,
    `%20${uuid}`,
    `${uuid}%20`,
    `${uuid}%00`,
    `${uuid}%0a`,
    uuid.slice(1),
    `urn:uuid:${uuid}`,
    "'%20or%201=1--",
    '%F0%9F%8E%89',
    '%2e%2e',
    '%2F',
    'a%2Fb',
    '%252e',
    uuid.replace('b', 'g'),
    'x'.repeat(5000),
  ];
  it.each(noIds)('R§2.10 I§4.R8 anything but a UUID is answered like an unknown id: %j', async (id) => {
    const missing = await account.call('GET', `/sites/${uuid}/tokens`);
    missing.refused(404, 'not found');
    for (const [method, path] of [
      ['GET', `/sites/${id}/tokens`],
      ['POST', `/sites/${id}/activate`],
      ['PATCH', `/sites/${id}`],
      ['DELETE', `/sites/${id}?confirm=true`],
      ['GET', `/groups/${id}/keys`],
      ['DELETE', `/groups/${id}`],
    ] as const) {
      (await account.call(method, path)).refused(404, 'not found');
    }
    (await service.admin('GET', `/accounts/${id}`)).refused(404, 'not found');
    (await service.admin('POST', `/sites/${id}/revoke`)).refused(404, 'not found');
  });

  it('R§2.4 an unknown path is judged before the method, and the method before the credential', async () => {
    (await service.call('PUT', '/nothing')).refused(404, 'not found');
    (await service.call('PUT', '/account/me')).refused(405, 'method not allowed');
    (await service.call('GET', '/account/me')).refused(401, 'missing bearer token');
  });
});

describe('R§2.11 queries', () => {
  it('R§2.11 R§2.3 unknown parameters are ignored, __proto__ and brackets among them', async () => {
    const odd =
      '__proto__=1&constructor=2&toString=3&__proto__[limit]=0&limit[]=0&limit[x]=0&[limit]=0&hasOwnProperty=x&%5F%5Fproto%5F%5F=5&=&&&a&=b&%=%&%ff=%ff&x=%zz';
    expect((await account.call('GET', `/events?${odd}`)).status).toBe(200);
    expect((await account.call('GET', `/sites?${odd}`)).status).toBe(200);
    expect((await site.call('GET', `/events?${odd}`)).status).toBe(200);
    expect((await service.admin('GET', `/accounts?${odd}`)).status).toBe(200);
    expect((await account.call('GET', `/me?${odd}`)).status).toBe(200);
    expect((await account.call('GET', '/me?')).status).toBe(200);
  });

  it('R§2.11 parameters are parsed like URLSearchParams: +, escapes, case-sensitive names', async () => {
    expect((await account.call('GET', '/events?%6cimit=1')).status).toBe(200);
    (await account.call('GET', '/events?%6cimit=0')).refused(400, 'invalid limit');
    expect((await account.call('GET', '/events?LIMIT=0&Limit=0')).status).toBe(200);
    (await account.call('GET', '/events?limit=+5')).refused(400, 'invalid limit');
    expect((await account.call('GET', '/events?limit=%35')).status).toBe(200);
    (await account.call('GET', '/events?a=1?limit=0&limit=0')).refused(400, 'invalid limit');
    expect((await account.call('GET', '/events?a=1;limit=0')).status).toBe(200);
  });
});
