import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { makeEvent, sharedService, type CallOptions } from './harness.ts';
import { data, refused, type Failure } from './trpc-answers.ts';

const service = await sharedService();
const account = await service.makeAccount({ plan: 'agency', reseller: true });
const site = await service.makeSite(account);

const query = (procedure: string, input?: unknown, options: CallOptions = {}) =>
  service.call(
    'GET',
    `/trpc/${procedure}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
    { root: true, token: account.token, ...options },
  );
const mutate = (procedure: string, body?: unknown, options: CallOptions = {}) =>
  service.call('POST', `/trpc/${procedure}`, { root: true, token: account.token, body, ...options });

describe('R§2.1 refusals over native tRPC', () => {
  it('R§2.1 R§3.2 credentials get the sentences and statuses of REST', async () => {
    refused(await query('account.me', undefined, { token: undefined }), 401, 'missing bearer token');
    refused(await query('account.me', undefined, { token: 'x' }), 401, 'invalid token');
    refused(await query('account.me', undefined, { token: site.token }), 401, 'invalid token');
    refused(await query('read.events.list', undefined, { token: account.token }), 401, 'invalid token');
    refused(await query('read.events.list', undefined, { token: site.token }), 403, 'domain mismatch');
    refused(await query('admin.accounts.list', undefined, { token: account.token }), 401, 'invalid token');
    refused(
      await mutate('admin.accounts.setReseller', { id: account.id, enabled: true }, { token: service.adminRead }),
      403,
      'missing scope: admin:write',
    );
    const free = await service.makeAccount({ plan: 'free' });
    refused(await query('account.me', undefined, { token: free.token }), 403, 'api access requires a paid plan');
  });

  it('R§2.1 fields, ids and conflicts get the sentences and statuses of REST', async () => {
    refused(await mutate('account.groups.create', {}), 400, 'name required');
    refused(await mutate('account.groups.create', { name: 5 }), 400, 'name must be a string');
    refused(await mutate('account.sites.create', { domain: 'x' }), 400, 'invalid domain');
    refused(await mutate('account.sites.update', { id: randomUUID(), name: 'x' }), 404, 'not found');
    refused(await mutate('account.sites.update', { id: 5 }), 404, 'not found');
    refused(await mutate('account.sites.update', {}), 404, 'not found');
    refused(await mutate('account.sites.update', { id: site.id }), 400, 'name or group_id required');
    refused(
      await mutate('account.sites.delete', { id: site.id }),
      400,
      'destructive: pass ?confirm=true — the site, its keys, and its events are removed',
    );
    refused(
      await mutate('account.sites.create', { domain: site.domain, site_url: 'https://x.example' }),
      409,
      'site already registered',
    );
    refused(await query('account.events.list', { severity: 'urgent' }), 400, 'invalid severity');
    refused(await query('account.events.list', { limit: 0 }), 400, 'invalid limit');
    refused(await query('account.events.list', { site_id: 'x' }), 404, 'not found');
    refused(await query('account.events.list', { cursor: 'x' }), 400, 'invalid cursor');
    refused(await query('read.events.get', { id: '1' }, { token: site.token, domain: site.domain }), 404, 'not found');
    refused(
      await mutate('ingest.events.send', { events: [] }, { token: site.token, domain: site.domain }),
      400,
      'events must hold 1 to 1000 events',
    );
    refused(
      await mutate('ingest.events.send', {}, { token: site.token, domain: site.domain }),
      400,
      'occurred_at required',
    );
    refused(await query('admin.accounts.get', { id: 'x' }, { token: service.adminRead }), 404, 'not found');
  });

  it('R§2.3 a number must be a number here, and a text is refused, even after REST has read texts', async () => {
    expect((await account.call('GET', '/events?limit=7&user_id=5&code=1')).status).toBe(200);
    refused(await query('account.events.list', { limit: '7' }), 400, 'invalid limit');
    refused(await query('account.events.list', { user_id: '7' }), 400, 'invalid user_id');
    expect(data(await query('account.events.list', { limit: 7, user_id: 5 }))).toEqual({ events: [], next_cursor: '' });
    expect(data(await query('account.events.list', { code: [1, 2], severity: ['low', 'high'], q: 'x' }))).toEqual({
      events: [],
      next_cursor: '',
    });
  });

  it.each(['{', 'x', '{"a":}', '', '%', '\u0000'])('R§2.2 a query input that is not JSON is 400: %j', async (text) => {
    const answer = await service.call('GET', `/trpc/account.events.list?input=${encodeURIComponent(text)}`, {
      root: true,
      token: account.token,
    });
    expect([200, 400], answer.text).toContain(answer.status);
    if (answer.status === 400) refused(answer, 400, 'invalid JSON body');
  });

  it('R§2.2 malformed JSON is 400 invalid JSON body, another value is 400 body must be a JSON object', async () => {
    for (const body of ['{', '{"name":}', 'x'])
      refused(await mutate('account.groups.create', body), 400, 'invalid JSON body');
    for (const body of ['[]', '5', '"x"', 'true'])
      refused(await mutate('account.groups.create', body), 400, 'body must be a JSON object');
    for (const body of ['[]', '5', '"x"'])
      refused(await query('account.events.list', JSON.parse(body)), 400, 'body must be a JSON object');
    refused(await mutate('account.groups.create', undefined), 400, 'name required');
    refused(await mutate('account.groups.create', ''), 400, 'name required');
  });

  it('R§2.2 R§2.4 content type and encoding are 415, after the credential', async () => {
    const odd = { body: '{"name":"x"}', headers: { 'Content-Type': 'text/plain' } };
    refused(await mutate('account.groups.create', odd.body, odd), 415, 'content type must be application/json');
    refused(await mutate('account.groups.create', odd.body, { ...odd, token: 'x' }), 401, 'invalid token');
    refused(
      await mutate('account.groups.create', odd.body, { headers: { 'Content-Encoding': 'gzip' } }),
      415,
      'content encoding not supported',
    );
    refused(
      await mutate('account.groups.keys.create', JSON.stringify({ id: randomUUID() }), {
        headers: { 'Content-Type': 'text/plain' },
      }),
      404,
      'not found',
    );
  });

  it('R§2.2 a body over 1 MiB is 413, over 4 MiB for ingest', async () => {
    const huge = (bytes: number): string => JSON.stringify({ name: 'x'.repeat(bytes) });
    refused(await mutate('account.groups.create', huge(1024 * 1024)), 413, 'body too large');
    const own = { token: site.token, domain: site.domain };
    refused(
      await mutate('ingest.events.send', JSON.stringify(makeEvent({ x: 'y'.repeat(4 * 1024 * 1024) })), own),
      413,
      'body too large',
    );
    expect(
      data(await mutate('ingest.events.send', JSON.stringify(makeEvent({ x: 'y'.repeat(3 * 1024 * 1024) })), own)),
    ).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
  });

  it('R§2.1 an invalid Host and TRACE cause no server error', async () => {
    for (const host of ['[', 'a b', 'x:99999', ':', '']) {
      const answer = await service.call('GET', '/trpc/account.me', {
        root: true,
        token: account.token,
        headers: { Host: host },
      });
      expect(answer.status, host).toBe(200);
    }
    for (const method of ['TRACE', 'PROPFIND', 'PUT']) {
      refused(
        await service.call(method, '/trpc/account.me', { root: true, token: account.token }),
        405,
        'method not allowed',
      );
    }
  });

  it('R§2.1 an unknown procedure is 404, a wrong method is 405', async () => {
    for (const name of [
      'nothing',
      'account',
      'account.nothing',
      'account.me.x',
      '__proto__',
      'constructor',
      'account.__proto__',
      'toString',
      'account.sites',
      '',
    ]) {
      const answer = await query(name, undefined);
      expect(answer.status, name).toBe(404);
      expect((answer.body as { error: Failure | string }).error, name).toBeDefined();
      if (name !== '') refused(answer, 404, 'not found');
    }
    refused(await mutate('account.me'), 405, 'method not allowed');
    refused(await query('account.groups.create', { name: 'x' }), 405, 'method not allowed');
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await service.call(method, '/trpc/account.me', { root: true, token: account.token });
      expect([answer.status, JSON.stringify(answer.body)], method).toEqual([
        405,
        expect.stringContaining('method not allowed'),
      ]);
    }
    expect((await service.call('GET', '/trpc', { root: true })).status).toBe(404);
    expect((await service.call('GET', '/trpc/', { root: true })).status).toBe(404);
  });

  it('R§2.10 every tRPC path answers as JSON: undecodable paths and other targets get a refusal', async () => {
    for (const path of [
      '/trpc/%ff',
      '/trpc/%',
      '/trpc/account.me/',
      '/trpc//account.me',
      '/trpc/a/b',
      '/trpc/x/account.me',
      '/trpc/account/me',
      '/trpc/../account.me',
      '/trpc/%2e%2e',
      '/TRPC/account.me',
    ]) {
      const answer = await service.call('GET', path, { root: true, token: account.token });
      expect(answer.status, path).toBe(404);
      expect(Object.keys(answer.body as object), path).toEqual(['error']);
    }
  });

  it('R§2.2 a crash, an odd query and odd headers reveal only a sentence', async () => {
    const odd = [
      '?batch=1&input={',
      '?batch=1&input=[]',
      '?batch=1&input=5',
      '?batch=x',
      '?input=%00',
      '?input[]=x',
      '?batch=1',
      '?input={}&input={}',
      '?lastEventId=x',
      '?connectionParams=1',
    ];
    for (const text of odd) {
      const answer = await service.call('GET', `/trpc/account.me${text}`, { root: true, token: account.token });
      expect(answer.status, text).toBeLessThan(500);
      expect(answer.text, text).not.toMatch(/at |node_modules|Error:|stack|trpc\.io/);
    }
    for (const headers of [
      { Accept: 'application/jsonl' },
      { 'x-trpc-source': 'x' },
      { Accept: 'text/event-stream' },
    ]) {
      const answer = await query('account.me', undefined, { headers });
      expect([200, 400], JSON.stringify(headers)).toContain(answer.status);
      expect(answer.text).not.toMatch(/node_modules|Error:|stack/);
    }
  });
});
