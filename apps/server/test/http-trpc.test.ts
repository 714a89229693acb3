import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exchange } from './http-raw.ts';
import { makeEvent, startService, unique, type Account, type CallOptions, type Site, type TestService } from './harness.ts';

let service: TestService;
let account: Account;
let site: Site;
beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount({ plan: 'agency', reseller: true });
  site = await service.makeSite(account);
});
afterAll(() => service.stop());

const query = (procedure: string, input?: unknown, options: CallOptions = {}) =>
  service.call('GET', `/trpc/${procedure}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`, { root: true, token: account.token, ...options });
const mutate = (procedure: string, body?: unknown, options: CallOptions = {}) => service.call('POST', `/trpc/${procedure}`, { root: true, token: account.token, body, ...options });
const data = (answer: { body: unknown; status: number; text: string }): unknown => {
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { result: { data?: unknown } }).result.data;
};

type Failure = { message: string; code: number; data: { code: string; httpStatus: number; path?: string } };
/** The same sentence and status as over REST, and nothing that is not tRPC's own (rulings §2.1). */
function refused(answer: { status: number; body: unknown; text: string }, status: number, message: string): void {
  const { error } = answer.body as { error: Failure };
  expect({ status: answer.status, message: error?.message }, answer.text).toEqual({ status, message });
  expectOwn(answer.body, status);
}
function expectOwn(body: unknown, status: number): void {
  expect(Object.keys(body as object)).toEqual(['error']);
  const { error } = body as { error: Failure };
  expect(Object.keys(error).sort()).toEqual(['code', 'data', 'message']);
  expect(Object.keys(error.data).filter((key) => key !== 'path').sort()).toEqual(['code', 'httpStatus']);
  expect(error.data.httpStatus).toBe(status);
}

describe('R§2.1 refusals over native tRPC', () => {
  it('R§2.1 R§3.2 credentials: the sentences and statuses of REST', async () => {
    refused(await query('account.me', undefined, { token: undefined }), 401, 'missing bearer token');
    refused(await query('account.me', undefined, { token: 'x' }), 401, 'invalid token');
    refused(await query('account.me', undefined, { token: site.token }), 401, 'invalid token');
    refused(await query('read.events.list', undefined, { token: account.token }), 401, 'invalid token');
    refused(await query('read.events.list', undefined, { token: site.token }), 403, 'domain mismatch');
    refused(await query('admin.accounts.list', undefined, { token: account.token }), 401, 'invalid token');
    refused(await mutate('admin.accounts.setReseller', { id: account.id, enabled: true }, { token: service.adminRead }), 403, 'missing scope: admin:write');
    const free = await service.makeAccount({ plan: 'free' });
    refused(await query('account.me', undefined, { token: free.token }), 403, 'api access requires a paid plan');
  });

  it('R§2.1 fields, ids and conflicts: the sentences and statuses of REST', async () => {
    refused(await mutate('account.groups.create', {}), 400, 'name required');
    refused(await mutate('account.groups.create', { name: 5 }), 400, 'name must be a string');
    refused(await mutate('account.sites.create', { domain: 'x' }), 400, 'invalid domain');
    refused(await mutate('account.sites.update', { id: randomUUID(), name: 'x' }), 404, 'not found');
    refused(await mutate('account.sites.update', { id: 5 }), 404, 'not found');
    refused(await mutate('account.sites.update', {}), 404, 'not found');
    refused(await mutate('account.sites.update', { id: site.id }), 400, 'name or group_id required');
    refused(await mutate('account.sites.delete', { id: site.id }), 400, 'destructive: pass ?confirm=true — the site, its keys, and its events are removed');
    refused(await mutate('account.sites.create', { domain: site.domain, site_url: 'https://x.example' }), 409, 'site already registered');
    refused(await query('account.events.list', { severity: 'urgent' }), 400, 'invalid severity');
    refused(await query('account.events.list', { limit: 0 }), 400, 'invalid limit');
    refused(await query('account.events.list', { site_id: 'x' }), 404, 'not found');
    refused(await query('account.events.list', { cursor: 'x' }), 400, 'invalid cursor');
    refused(await query('read.events.get', { id: '1' }, { token: site.token, domain: site.domain }), 404, 'not found');
    refused(await mutate('ingest.events.send', { events: [] }, { token: site.token, domain: site.domain }), 400, 'events must hold 1 to 1000 events');
    refused(await mutate('ingest.events.send', {}, { token: site.token, domain: site.domain }), 400, 'occurred_at required');
    refused(await query('admin.accounts.get', { id: 'x' }, { token: service.adminRead }), 404, 'not found');
  });

  it('R§2.3 a number is a number here, and a text is none, also after REST has read texts', async () => {
    expect((await account.call('GET', '/events?limit=7&user_id=5&code=1')).status).toBe(200);
    refused(await query('account.events.list', { limit: '7' }), 400, 'invalid limit');
    refused(await query('account.events.list', { user_id: '7' }), 400, 'invalid user_id');
    expect(data(await query('account.events.list', { limit: 7, user_id: 5 }))).toEqual({ events: [], next_cursor: '' });
    expect(data(await query('account.events.list', { code: [1, 2], severity: ['low', 'high'], q: 'x' }))).toEqual({ events: [], next_cursor: '' });
  });

  it.each(['{', 'x', '{"a":}', '', '%', '\u0000'])('R§2.2 an input of a query that is no JSON is 400: %j', async (text) => {
    const answer = await service.call('GET', `/trpc/account.events.list?input=${encodeURIComponent(text)}`, { root: true, token: account.token });
    expect([200, 400], answer.text).toContain(answer.status);
    if (answer.status === 400) refused(answer, 400, 'invalid JSON body');
  });

  it('R§2.2 malformed JSON is 400 invalid JSON body, another value is 400 body must be a JSON object', async () => {
    for (const body of ['{', '{"name":}', 'x']) refused(await mutate('account.groups.create', body), 400, 'invalid JSON body');
    for (const body of ['[]', '5', '"x"', 'true']) refused(await mutate('account.groups.create', body), 400, 'body must be a JSON object');
    for (const body of ['[]', '5', '"x"']) refused(await query('account.events.list', JSON.parse(body)), 400, 'body must be a JSON object');
    refused(await mutate('account.groups.create', undefined), 400, 'name required');
    refused(await mutate('account.groups.create', ''), 400, 'name required');
  });

  it('R§2.2 R§2.4 content type and encoding: 415, after the credential', async () => {
    const odd = { body: '{"name":"x"}', headers: { 'Content-Type': 'text/plain' } };
    refused(await mutate('account.groups.create', odd.body, odd), 415, 'content type must be application/json');
    refused(await mutate('account.groups.create', odd.body, { ...odd, token: 'x' }), 401, 'invalid token');
    refused(await mutate('account.groups.create', odd.body, { headers: { 'Content-Encoding': 'gzip' } }), 415, 'content encoding not supported');
    refused(await mutate('account.groups.keys.create', JSON.stringify({ id: randomUUID() }), { headers: { 'Content-Type': 'text/plain' } }), 404, 'not found');
  });

  it('R§2.2 413: more than 1 MiB, for ingest more than 4 MiB', async () => {
    const huge = (bytes: number): string => JSON.stringify({ name: 'x'.repeat(bytes) });
    refused(await mutate('account.groups.create', huge(1024 * 1024)), 413, 'body too large');
    const own = { token: site.token, domain: site.domain };
    refused(await mutate('ingest.events.send', JSON.stringify(makeEvent({ x: 'y'.repeat(4 * 1024 * 1024) })), own), 413, 'body too large');
    expect(data(await mutate('ingest.events.send', JSON.stringify(makeEvent({ x: 'y'.repeat(3 * 1024 * 1024) })), own))).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
  });

  it('R§2.1 an unknown procedure is 404, a wrong method is 405', async () => {
    for (const name of ['nothing', 'account', 'account.nothing', 'account.me.x', '__proto__', 'constructor', 'account.__proto__', 'toString', 'account.sites', '']) {
      const answer = await query(name, undefined);
      expect(answer.status, name).toBe(404);
      expect((answer.body as { error: Failure | string }).error, name).toBeDefined();
      if (name !== '') refused(answer, 404, 'not found');
    }
    refused(await mutate('account.me'), 405, 'method not allowed');
    refused(await query('account.groups.create', { name: 'x' }), 405, 'method not allowed');
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await service.call(method, '/trpc/account.me', { root: true, token: account.token });
      expect([answer.status, JSON.stringify(answer.body)], method).toEqual([405, expect.stringContaining('method not allowed')]);
    }
    expect((await service.call('GET', '/trpc', { root: true })).status).toBe(404);
    expect((await service.call('GET', '/trpc/', { root: true })).status).toBe(404);
  });

  it('R§2.10 no path of tRPC is a page of somebody else: what does not decode, and other targets, are a refusal in JSON', async () => {
    for (const path of ['/trpc/%ff', '/trpc/%', '/trpc/account.me/', '/trpc//account.me', '/trpc/a/b', '/trpc/x/account.me', '/trpc/account/me', '/trpc/../account.me', '/trpc/%2e%2e', '/TRPC/account.me']) {
      const answer = await service.call('GET', path, { root: true, token: account.token });
      expect(answer.status, path).toBe(404);
      expect(Object.keys(answer.body as object), path).toEqual(['error']);
    }
  });

  it('R§2.2 a crash, an odd query, and odd headers never show more than a sentence', async () => {
    const odd = ['?batch=1&input={', '?batch=1&input=[]', '?batch=1&input=5', '?batch=x', '?input=%00', '?input[]=x', '?batch=1', '?input={}&input={}', '?lastEventId=x', '?connectionParams=1'];
    for (const text of odd) {
      const answer = await service.call('GET', `/trpc/account.me${text}`, { root: true, token: account.token });
      expect(answer.status, text).toBeLessThan(500);
      expect(answer.text, text).not.toMatch(/at |node_modules|Error:|stack|trpc\.io/);
    }
    for (const headers of [{ Accept: 'application/jsonl' }, { 'x-trpc-source': 'x' }, { Accept: 'text/event-stream' }]) {
      const answer = await query('account.me', undefined, { headers });
      expect([200, 400], JSON.stringify(headers)).toContain(answer.status);
      expect(answer.text).not.toMatch(/node_modules|Error:|stack/);
    }
  });
});

describe('R§2.4 batches', () => {
  const batch = (procedures: readonly string[], inputs: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}) =>
    service.call('GET', `/trpc/${procedures.join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`, { root: true, token: account.token, ...options });

  it('R§2.4 every call of a batch is judged as if it came alone', async () => {
    const answer = await batch(['account.me', 'account.events.list', 'account.nothing', 'admin.accounts.list', 'account.events.list'], { 1: { limit: 0 }, 4: { limit: 5 } });
    expect(answer.status).toBe(207);
    const results = answer.body as { result?: { data: unknown }; error?: Failure }[];
    expect(results.map((one) => one.error?.message ?? 'ok')).toEqual(['ok', 'invalid limit', 'not found', 'invalid token', 'ok']);
    for (const one of results) if (one.error !== undefined) expectOwn(one, one.error.data.httpStatus);
  });

  it('R§2.4 a batch holds at most 20 calls, more are 400', async () => {
    const twenty = await batch(Array.from({ length: 20 }, () => 'account.me'));
    expect(twenty.status).toBe(200);
    expect(twenty.body).toHaveLength(20);
    const answer = await batch(Array.from({ length: 21 }, () => 'account.me'));
    expect(answer.status).toBe(400);
    for (const one of [answer.body].flat()) expectOwn(one, 400);
    expect((await batch(Array.from({ length: 300 }, () => 'account.me'))).status).toBe(400);
  });

  it('R§2.4 a call in a batch does what it does alone, and a bad one hinders none', async () => {
    const [first, second] = [unique(), unique()];
    const answer = await service.call('POST', '/trpc/account.groups.create,account.groups.create,account.groups.create?batch=1', {
      root: true,
      token: account.token,
      body: { 0: { name: first }, 1: { name: '' }, 2: { name: second } },
    });
    expect(answer.status).toBe(207);
    const groups = JSON.stringify((await account.call('GET', '/groups')).body);
    expect(groups).toContain(first);
    expect(groups).toContain(second);
  });

  it('R§2.4 each call of a batch takes a token', async () => {
    const own = await service.makeAccount();
    const left = (answer: { headers: Readonly<Record<string, unknown>> }): number => Number(/r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]);
    const before = left(await service.call('GET', '/account/me', { token: own.token }));
    await batch(Array.from({ length: 20 }, () => 'account.me'), {}, { token: own.token });
    const after = left(await service.call('GET', '/account/me', { token: own.token }));
    // Ten a second come back meanwhile.
    expect(before - after).toBeGreaterThan(10);
    const many = await batch(Array.from({ length: 20 }, () => 'account.me'), {}, { token: own.token });
    const messages = (many.body as { error?: Failure }[]).map((one) => one.error?.message);
    expect(messages).toContain('rate limited');
    expect(many.headers['retry-after']).toBeDefined();
  });
});

describe('R§2.1 successes over native tRPC', () => {
  it('I§4 GET /me R§2.7 the same data as over REST', async () => {
    expect(data(await query('account.me'))).toEqual((await account.call('GET', '/me')).body);
    expect(data(await query('account.sites.list'))).toEqual((await account.call('GET', '/sites')).body);
    expect(data(await query('account.groups.list'))).toEqual((await account.call('GET', '/groups')).body);
    await service.ingest(site, [makeEvent()]);
    // No two cursors are alike, not even of one position.
    expect(data(await query('account.events.list', { limit: 1 }))).toMatchObject({ events: ((await account.call('GET', '/events?limit=1')).body as { events: unknown[] }).events });
    const own = { token: site.token, domain: site.domain };
    expect(data(await query('read.events.list', {}, own))).toEqual((await site.call('GET', '/events')).body);
    expect(data(await query('admin.accounts.get', { id: account.id }, { token: service.adminRead }))).toEqual((await service.admin('GET', `/accounts/${account.id}`)).body);
  });

  it('R§2.7 what answers 204 over REST has no data', async () => {
    const { id } = await service.makeSite(account);
    expect(data(await mutate('account.sites.update', { id, name: 'named' }))).toBeUndefined();
    expect(data(await mutate('account.sites.delete', { id, confirm: true }))).toBeUndefined();
    refused(await mutate('account.sites.delete', { id, confirm: true }), 404, 'not found');
  });

  it('R§2.12 a body is UTF-8, a byte order mark is dropped and __proto__ is nothing', async () => {
    const name = `Ä🎉 ${unique()}`;
    expect(data(await mutate('account.groups.create', `{"__proto__":{"external_ref":"x"},"name":"${name}"}`))).toMatchObject({ name, external_ref: null });
    const marked = await mutate('account.groups.create', `\uFEFF{"name":"${unique()}"}`);
    expect(marked.status, marked.text).toBe(200);
  });

  it('R§2.2 a body over 16 KiB of head is 431 here as well', async () => {
    const answer = await exchange(service.origin, `GET /trpc/account.me HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`);
    expect([answer.status, answer.text]).toEqual([431, '{"error":"request header too large"}']);
  });
});
