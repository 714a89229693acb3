import { describe, expect, it } from 'vitest';

import { exchange } from './http-raw.ts';
import { makeEvent, sharedService, unique, type CallOptions } from './harness.ts';
import { data, expectOwn, refused, type Failure } from './trpc-answers.ts';

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

describe('R§2.4 batches', () => {
  const batch = (
    procedures: readonly string[],
    inputs: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ) =>
    service.call('GET', `/trpc/${procedures.join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`, {
      root: true,
      token: account.token,
      ...options,
    });

  it('R§2.4 every call of a batch is judged as if it were alone', async () => {
    const answer = await batch(
      ['account.me', 'account.events.list', 'account.nothing', 'admin.accounts.list', 'account.events.list'],
      { 1: { limit: 0 }, 4: { limit: 5 } },
    );
    expect(answer.status).toBe(207);
    const results = answer.body as { result?: { data: unknown }; error?: Failure }[];
    expect(results.map((one) => one.error?.message ?? 'ok')).toEqual([
      'ok',
      'invalid limit',
      'not found',
      'invalid token',
      'ok',
    ]);
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

  it('R§2.4 a call in a batch acts as if alone, and a bad one affects no other', async () => {
    const [first, second] = [unique(), unique()];
    const answer = await service.call(
      'POST',
      '/trpc/account.groups.create,account.groups.create,account.groups.create?batch=1',
      {
        root: true,
        token: account.token,
        body: { 0: { name: first }, 1: { name: '' }, 2: { name: second } },
      },
    );
    expect(answer.status).toBe(207);
    const groups = JSON.stringify((await account.call('GET', '/groups')).body);
    expect(groups).toContain(first);
    expect(groups).toContain(second);
  });

  it('R§2.4 each call of a batch uses a rate token', async () => {
    const own = await service.makeAccount();
    const left = (answer: { headers: Readonly<Record<string, unknown>> }): number =>
      Number(/r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]);
    const before = left(await service.call('GET', '/account/me', { token: own.token }));
    await batch(
      Array.from({ length: 20 }, () => 'account.me'),
      {},
      { token: own.token },
    );
    const after = left(await service.call('GET', '/account/me', { token: own.token }));
    // Ten tokens a second come back meanwhile.
    expect(before - after).toBeGreaterThan(10);
    const many = await batch(
      Array.from({ length: 20 }, () => 'account.me'),
      {},
      { token: own.token },
    );
    const messages = (many.body as { error?: Failure }[]).map((one) => one.error?.message);
    expect(messages).toContain('rate limited');
    expect(many.headers['retry-after']).toBeDefined();
  });
});

describe('R§2.1 successes over native tRPC', () => {
  it('I§4 GET /me R§2.7 native tRPC returns the same data as REST', async () => {
    expect(data(await query('account.me'))).toEqual((await account.call('GET', '/me')).body);
    expect(data(await query('account.sites.list'))).toEqual((await account.call('GET', '/sites')).body);
    expect(data(await query('account.groups.list'))).toEqual((await account.call('GET', '/groups')).body);
    await service.ingest(site, [makeEvent()]);
    // Two cursors always differ, even for one position.
    expect(data(await query('account.events.list', { limit: 1 }))).toMatchObject({
      events: ((await account.call('GET', '/events?limit=1')).body as { events: unknown[] }).events,
    });
    const own = { token: site.token, domain: site.domain };
    expect(data(await query('read.events.list', {}, own))).toEqual((await site.call('GET', '/events')).body);
    expect(data(await query('admin.accounts.get', { id: account.id }, { token: service.adminRead }))).toEqual(
      (await service.admin('GET', `/accounts/${account.id}`)).body,
    );
  });

  it('R§2.7 calls that answer 204 over REST have no data', async () => {
    const { id } = await service.makeSite(account);
    expect(data(await mutate('account.sites.update', { id, name: 'named' }))).toBeUndefined();
    expect(data(await mutate('account.sites.delete', { id, confirm: true }))).toBeUndefined();
    refused(await mutate('account.sites.delete', { id, confirm: true }), 404, 'not found');
  });

  it('R§2.12 a body is UTF-8, a byte order mark is dropped, and __proto__ has no effect', async () => {
    const name = `Ä🎉 ${unique()}`;
    expect(
      data(await mutate('account.groups.create', `{"__proto__":{"external_ref":"x"},"name":"${name}"}`)),
    ).toMatchObject({ name, external_ref: null });
    const marked = await mutate('account.groups.create', `\uFEFF{"name":"${unique()}"}`);
    expect(marked.status, marked.text).toBe(200);
  });

  it('R§2.2 a head over 16 KiB is 431 here too', async () => {
    const answer = await exchange(
      service.origin,
      `GET /trpc/account.me HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`,
    );
    expect([answer.status, answer.text]).toEqual([431, '{"error":"request header too large"}']);
  });
});
