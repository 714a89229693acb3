import { openApiDocument } from '@goal/api';
import { describe, expect, it } from 'vitest';

import { exchange, expectRefusal } from './http-raw.ts';
import { sharedService } from './harness.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });
const site = await service.makeSite(account);

/** An operator path that is only read. */
const readOnly = (path: string): [path: string, allow: string] => [`/admin/${path}`, 'GET, HEAD, OPTIONS'];

/**
 * Every published path with its methods, from interface.md §4 and rulings §7, §8, §10, §13 and §16.
 */
const published: [path: string, allow: string][] = [
  ['/account/me', 'GET, HEAD, OPTIONS'],
  ['/account/sites', 'GET, HEAD, POST, OPTIONS'],
  ['/account/sites/{id}', 'PATCH, DELETE, OPTIONS'],
  ['/account/sites/{id}/activate', 'POST, OPTIONS'],
  ['/account/sites/{id}/tokens', 'GET, HEAD, POST, OPTIONS'],
  ['/account/sites/{id}/tokens/{prefix}', 'DELETE, OPTIONS'],
  ['/account/groups', 'GET, HEAD, POST, OPTIONS'],
  ['/account/groups/{id}', 'PATCH, DELETE, OPTIONS'],
  ['/account/groups/{id}/keys', 'GET, HEAD, POST, OPTIONS'],
  ['/account/groups/{id}/keys/{prefix}', 'DELETE, OPTIONS'],
  ['/account/events', 'GET, HEAD, OPTIONS'],
  ['/account/events/summary', 'GET, HEAD, OPTIONS'],
  ['/account/events/tail', 'GET, HEAD, OPTIONS'],
  ['/account/events/export', 'GET, HEAD, OPTIONS'],
  ['/account/exports/{id}', 'GET, HEAD, OPTIONS'],
  ['/exports/{id}', 'GET, HEAD, OPTIONS'],
  ['/account/streams', 'GET, HEAD, POST, OPTIONS'],
  ['/account/streams/{id}', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ...['pause', 'resume', 'test', 'replay', 'secret', 'set-aside/retry'].map((act): [path: string, allow: string] => [
    `/account/streams/{id}/${act}`,
    'POST, OPTIONS',
  ]),
  ['/account/events/{id}/redact', 'POST, OPTIONS'],
  ['/account/redactions', 'POST, OPTIONS'],
  ['/account/redactions/{id}', 'GET, HEAD, OPTIONS'],
  ['/account/holds', 'GET, HEAD, POST, OPTIONS'],
  ['/account/holds/{id}', 'DELETE, OPTIONS'],
  ['/account/streams/{id}/deliveries', 'GET, HEAD, OPTIONS'],
  ['/account/streams/{id}/set-aside', 'GET, HEAD, OPTIONS'],
  ...[
    '/log',
    '/log/checkpoint',
    '/log/consistency',
    '/log/tile/{level}/{index}',
    '/log/bundle',
    '/events/{id}/proof',
  ].map((path): [path: string, allow: string] => [`/account${path}`, 'GET, HEAD, OPTIONS']),
  ['/events/{id}/proof', 'GET, HEAD, OPTIONS'],
  ['/log/bundle', 'GET, HEAD, OPTIONS'],
  ['/log-keys', 'GET, HEAD, OPTIONS'],
  ['/events', 'GET, HEAD, POST, OPTIONS'],
  ['/events/{id}', 'GET, HEAD, OPTIONS'],
  ['/events/summary', 'GET, HEAD, OPTIONS'],
  ['/events/tail', 'GET, HEAD, OPTIONS'],
  ['/events/export', 'GET, HEAD, OPTIONS'],
  ['/admin/accounts', 'GET, HEAD, POST, OPTIONS'],
  ['/admin/accounts/{id}', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['/admin/accounts/{id}/reseller', 'POST, OPTIONS'],
  ['/admin/accounts/{id}/plan', 'POST, OPTIONS'],
  ['/admin/accounts/{id}/arrivals', 'GET, HEAD, OPTIONS'],
  ['/admin/accounts/{id}/sites', 'GET, HEAD, POST, OPTIONS'],
  ['/admin/accounts/{id}/sites/activate', 'POST, OPTIONS'],
  ['/admin/accounts/{id}/groups/{group_id}/keys', 'GET, HEAD, OPTIONS'],
  ['/admin/accounts/{id}/groups/{group_id}/keys/{prefix}', 'DELETE, OPTIONS'],
  ['/admin/accounts/{id}/keys', 'GET, HEAD, POST, OPTIONS'],
  ['/admin/accounts/{id}/keys/{prefix}', 'DELETE, OPTIONS'],
  ['/admin/accounts/{id}/holds', 'GET, HEAD, POST, OPTIONS'],
  ['/admin/accounts/{id}/holds/{hold_id}', 'DELETE, OPTIONS'],
  ['/admin/accounts/{id}/invitations', 'POST, OPTIONS'],
  ['/admin/accounts/{id}/members', 'GET, HEAD, OPTIONS'],
  ['/admin/accounts/{id}/members/{member_id}', 'DELETE, OPTIONS'],
  ['/admin/people/{id}/reset', 'POST, OPTIONS'],
  ['/admin/streams/{id}/pause', 'POST, OPTIONS'],
  ['/admin/streams/{id}/resume', 'POST, OPTIONS'],
  ['/admin/tokens', 'GET, HEAD, OPTIONS'],
  ['/admin/tokens/{prefix}', 'DELETE, OPTIONS'],
  ['/admin/sites/{id}', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['/admin/sites/{id}/keys/{prefix}', 'DELETE, OPTIONS'],
  ['/admin/sites/{id}/revoke', 'POST, OPTIONS'],
  ['/admin/sites/{id}/restore', 'POST, OPTIONS'],
  ['/admin/sites/{id}/activate', 'POST, OPTIONS'],
  ['/admin/actions', 'GET, HEAD, OPTIONS'],
  ['/admin/plans/{slug}', 'PATCH, OPTIONS'],
  ...['whoami', 'plans', 'retention', 'status', 'attention', 'keys', 'sites'].map(readOnly),
  ...['sites/{id}/activity', 'sites/{id}/keys', 'accounts.csv', 'sites.csv', 'actions.csv'].map(readOnly),
  ...[
    'summary',
    'sites.csv',
    'groups',
    'streams',
    'log',
    'activity',
    'top-sites',
    'top-codes',
    'silent-sites',
    'plan/preview',
    'reseller/preview',
  ].map((part) => readOnly(`accounts/{id}/${part}`)),
  ['/openapi.json', 'GET, HEAD, OPTIONS'],
];
const filled = (path: string): string =>
  path
    .replace(/\{((group|member|hold)_)?id\}/g, '7b1f3c1e-0000-4000-8000-0123456789ab')
    .replace('{prefix}', 'abcdefgh')
    .replace('{slug}', 'pro')
    .replace('{level}', '0')
    .replace('{index}', 'x001/234');
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const sorted = (allow: string): string[] => allow.split(', ').sort();

describe('R§2.2 R§2.10 methods', () => {
  it('R§2.10 this test’s table holds every published path', async () => {
    const { paths } = (await openApiDocument('/v1/goal')) as { paths: object }; // the form of every such document
    expect(new Set([...Object.keys(paths), '/openapi.json'])).toEqual(new Set(published.map(([path]) => path)));
  });

  it.each(published)('R§2.2 every other method is 405 with Allow, before any credential: %s', async (path, allow) => {
    for (const method of methods.filter((one) => !sorted(allow).includes(one))) {
      for (const token of [undefined, 'nonsense', account.token]) {
        const answer = await service.call(method, filled(path), { token });
        expect(sorted(answer.headers.allow ?? ''), `${method} ${path}`).toEqual(sorted(allow));
        if (method === 'HEAD') expect([answer.status, answer.text]).toEqual([405, '']);
        else answer.refused(405, 'method not allowed');
      }
    }
  });

  it.each(published)('R§2.10 OPTIONS is 204 with Allow and no CORS header: %s', async (path, allow) => {
    const answer = await service.call('OPTIONS', filled(path), {
      headers: {
        Origin: 'https://example.com',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization',
      },
    });
    answer.done();
    expect(sorted(answer.headers.allow ?? '')).toEqual(sorted(allow));
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each(['TRACE', 'PROPFIND', 'QUERY', 'LINK', 'M-SEARCH', 'REPORT'])(
    'R§2.2 405 for the method %s',
    async (method) => {
      (await service.call(method, '/account/me', { token: account.token })).refused(405, 'method not allowed');
      (await service.call(method, '/nothing', { token: account.token })).refused(404, 'not found');
    },
  );

  it('R§2.2 an invalid method gets an ordinary refusal', async () => {
    expectRefusal(
      await exchange(service.origin, 'get /v1/goal/account/me HTTP/1.1\r\nHost: x\r\n\r\n'),
      400,
      'bad request',
    );
    expectRefusal(await exchange(service.origin, 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'), 404, 'not found');
  });

  it.each(['/account/me', '/account/sites', '/account/groups', '/account/events'])(
    'R§2.4 HEAD is GET without its body: %s',
    async (path) => {
      const get = await service.call('GET', path, { token: account.token });
      const head = await service.call('HEAD', path, { token: account.token });
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
      expect((await service.call('HEAD', path)).status).toBe(401);
      expect((await service.call('HEAD', path, { token: site.token })).status).toBe(401);
    },
  );

  it('R§2.4 HEAD works on the read API, the document and the health pages', async () => {
    expect((await site.call('HEAD', '/events')).status).toBe(200);
    expect((await site.call('HEAD', '/events/1')).status).toBe(404);
    expect((await service.call('HEAD', '/openapi.json')).status).toBe(200);
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      const head = await service.call('HEAD', path, { root: true });
      expect([head.status, head.text], path).toEqual([200, '']);
      const wrong = await service.call('POST', path, { root: true });
      wrong.refused(405, 'method not allowed');
      expect(sorted(wrong.headers.allow ?? '')).toEqual(['GET', 'HEAD', 'OPTIONS']);
    }
  });
});
