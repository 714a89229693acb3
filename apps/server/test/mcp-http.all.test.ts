import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  makeEvent,
  startService,
  type Account,
  type Answer,
  type CallOptions,
  type Site,
  type TestService,
} from './harness.ts';
import { expectBurst, policyOf, stateOf, unlimited } from './rate-answers.ts';

let service: TestService;
let account: Account;
let site: Site;
const [apiUrl, consoleUrl] = ['https://api.example.com', 'https://console.example.com'];
beforeAll(async () => {
  service = await startService({ apiUrl, consolePort: 3999, consoleUrl });
  account = await service.makeAccount({ reseller: true });
  site = await service.makeSite(account);
  await service.setReadRate(site, 1000);
  await service.ingest(site, [makeEvent()]);
});
afterAll(() => service.stop());

const message = (method: string, params: object = {}): object => ({ jsonrpc: '2.0', id: 1, method, params });
const notification = (method: string): object => ({ jsonrpc: '2.0', method });
const list = message('tools/list');
const call = (name: string, input: object = {}): object => message('tools/call', { name, arguments: input });
const hello = (protocolVersion: string): object =>
  message('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } });
const post = (body: unknown, options: CallOptions = {}): Promise<Answer> =>
  service.call('POST', '/mcp', { token: account.token, body, ...options });
const asSite = (body: unknown, options: CallOptions = {}): Promise<Answer> =>
  post(body, { token: site.token, domain: site.domain, ...options });

describe('R§9.5 MCP refuses as REST does, with the same statuses', () => {
  const messages: [body: unknown][] = [
    [hello('2025-11-25')],
    [list],
    [call('get_account')],
    [call('nothing')],
    [notification('x')],
    [{}],
    [[]],
    ['no JSON'],
  ];

  it.each(messages)('R§2.4 I§5.R9 401 comes before any look-up: %j', async (body) => {
    (await post(body, { token: undefined })).refused(401, 'missing bearer token');
    for (const token of ['x', `goal_acct_aaaaaaaa_${'x'.repeat(32)}`, `goal_live_aaaaaaaa_${'x'.repeat(32)}`])
      (await post(body, { token })).refused(401, 'invalid token');
    for (const token of [service.adminWrite, service.adminRead])
      (await post(body, { token })).refused(401, 'invalid token');
  });

  it.each(messages)('I§5.R5 the free plan is 403 for every kind of key: %j', async (body) => {
    const free = await service.makeAccount();
    const freeSite = await service.makeSite(free);
    const { key } = await service.makeGroupKey(free, await service.makeGroup(free));
    await service.setPlan(free, 'free');
    for (const token of [free.token, key])
      (await post(body, { token })).refused(403, 'api access requires a paid plan');
    (await post(body, { token: freeSite.token })).refused(403, 'api access requires a paid plan');
    await service.setReseller(free, true);
    expect((await post(list, { token: free.token })).status).toBe(200);
  });

  it('R§6.8 R§4.5 a site key without its domain, with another domain or of a revoked site is refused', async () => {
    (await asSite(list, { domain: 'other.example' })).refused(403, 'domain mismatch');
    (await post(list, { token: site.token })).refused(403, 'domain mismatch');
    expect((await asSite(list, { domain: site.domain.toUpperCase() })).status).toBe(200);
    const gone = await service.makeSite(account);
    await service.revokeSite(gone);
    (await post(list, { token: gone.token, domain: gone.domain })).refused(403, 'site revoked');
  });

  it('R§2.2 R§2.4 the body is judged as on every other path, after the gate', async () => {
    const huge = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    const headers = { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' };
    (await post(huge, { headers })).refused(415, 'content type must be application/json');
    (await post(huge, { headers: { 'Content-Encoding': 'gzip' } })).refused(415, 'content encoding not supported');
    (await post(huge)).refused(413, 'body too large');
    (await post('{')).refused(400, 'invalid JSON body');
    for (const body of ['[]', JSON.stringify([list, list]), '1', 'null'])
      (await post(body)).refused(400, 'body must be a JSON object');
  });

  it('R§2.2 every other method is 405, before any credential is judged', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const answer = await service.call(method, '/mcp');
      answer.refused(405, 'method not allowed');
      expect(answer.headers.allow).toBe('POST, OPTIONS');
    }
    (await service.call('OPTIONS', '/mcp')).done();
    (await service.call('POST', '/mcp/', { token: account.token, body: list })).refused(404, 'not found');
  });
});

describe('R§9.5 origin', () => {
  const foreign = [
    'https://evil.example',
    'null',
    'http://127.0.0.1:1',
    'https://api.example.com.evil.example',
    'http://api.example.com',
  ];

  it('a foreign origin is refused; the origins of the service and of the console are accepted', async () => {
    for (const origin of foreign) (await post(list, { headers: { Origin: origin } })).refused(403, 'foreign origin');
    const { port } = new URL(service.origin);
    const own = [
      service.origin,
      `http://localhost:${port}`,
      apiUrl,
      consoleUrl,
      'http://127.0.0.1:3999',
      'http://localhost:3999',
    ];
    for (const origin of own) expect((await post(list, { headers: { Origin: origin } })).status, origin).toBe(200);
  });

  it('request headers cannot make a foreign origin ours', async () => {
    (await post(list, { headers: { Origin: 'http://evil.example:4000', Host: 'evil.example:4000' } })).refused(
      403,
      'foreign origin',
    );
  });

  it('the origin is judged after the rate limit and before the gate', async () => {
    const headers = { Origin: foreign[0] ?? '' };
    (await post(list, { token: 'x', headers })).refused(401, 'invalid token');
    const free = await service.makeAccount({ plan: 'free' });
    (await post('no JSON', { token: free.token, headers })).refused(403, 'foreign origin');
    const before = stateOf(await post(list, { token: free.token, headers })).left;
    await Promise.all(Array.from({ length: 15 }, () => post(list, { token: free.token, headers })));
    expect(stateOf(await post(list, { token: free.token, headers })).left).toBeLessThan(before);
    (await asSite(list, { domain: 'other.example', headers })).refused(403, 'foreign origin');
  });
});

describe('R§9.5 R§2.6 rate', () => {
  const rate = { rate: 10, burst: 30 };

  // Each kind runs alone: a kind that took two tokens would pass half as often.
  const kinds: [body: unknown][] = [
    [hello('2025-06-18')],
    [list],
    [call('list_sites')],
    [call('nothing')],
    [notification('x')],
    ['[]'],
  ];
  it.each(kinds)(
    'I§8 Account API rate a POST takes one token of the key’s bucket, whatever its message: %j',
    async (body) => {
      const { token } = await service.makeAccount();
      await expectBurst('account', rate, () => post(body, { token }));
    },
  );

  it('R§6.8 a site key uses the bucket of its reads, also for a reseller', async () => {
    const limited = await service.makeSite(account);
    const credentials = { token: limited.token, domain: limited.domain };
    await expectBurst('read', rate, () => post(call('search_events'), credentials));
    const shared = await service.makeSite(account);
    const { left } = stateOf(await shared.call('GET', '/events'));
    const next = await post(list, { token: shared.token, domain: shared.domain });
    expect(stateOf(next).left).toBeLessThanOrEqual(left);
    unlimited(await post(list));
    expect(policyOf(await asSite(list))).toBe('"read";q=3000;w=3');
  });
});

describe('R§9.5 each POST carries one message, and no state is kept between them', () => {
  it.each(['2025-06-18', '2025-11-25'])('initialize answers with %s', async (version) => {
    const answer = await post(hello(version));
    expect([answer.status, answer.headers['content-type'], answer.headers['mcp-session-id']]).toEqual([
      200,
      'application/json; charset=utf-8',
      undefined,
    ]);
    expect(answer.body).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      result: { protocolVersion: version, serverInfo: { name: 'goal' }, capabilities: { tools: {}, prompts: {} } },
    });
    const headers = { 'MCP-Protocol-Version': version };
    expect((await post(call('get_account'), { headers })).body).toMatchObject({ id: 1, result: { content: [{}] } });
  });

  it('a notification is accepted with an empty answer; a call needs neither initialize nor an Accept header', async () => {
    const noted = await post(notification('notifications/initialized'));
    expect([noted.status, noted.text, noted.headers['content-type']]).toEqual([202, '', undefined]);
    expect((await asSite(call('search_events'), { headers: { Accept: '*/*' } })).body).toMatchObject({
      result: { structuredContent: { events: [{ site_id: site.id }] } },
    });
  });

  it.each([
    [message('resources/list'), -32601],
    [message('nothing/like/it'), -32601],
    [call('nothing'), -32602],
    [message('tools/call', {}), -32602],
    [message('prompts/get', {}), -32602],
    [message('prompts/get', { name: 'weekly_report', arguments: [1] }), -32602],
    [{}, -32600],
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }, -32600],
  ])('%j is an error of JSON-RPC', async (body, code) => {
    expect((await post(body)).body).toMatchObject({ jsonrpc: '2.0', error: { code } });
  });

  it('no revision opens a stream', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' };
    const body = message('subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: meta });
    const answer = await post(body, { headers });
    expect(answer.body).toMatchObject({ error: { code: expect.any(Number) as number } });
  });
});

describe('R§9.5 log', () => {
  const linesOf = (id: string): Record<string, unknown>[] =>
    service.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['id'] === id); // the shape of pino’s lines

  it('a call is logged with its id, key prefix and tool, and without its arguments', async () => {
    const secret = 'words-that-nobody-else-shall-read';
    const asked = { ...call('search_events', { q: secret, object: secret }) };
    await post(asked, { headers: { 'X-Request-Id': 'mcp-1' } });
    await post(call(secret), { headers: { 'X-Request-Id': 'mcp-2' } });
    await expect.poll(() => linesOf('mcp-2')).toHaveLength(1);
    const route = `POST ${service.basePath}/mcp`;
    expect(linesOf('mcp-1')).toMatchObject([
      { route, status: 200, key: `account:${account.prefix}`, tool: 'search_events' },
    ]);
    expect(linesOf('mcp-2')).toMatchObject([{ route, status: 200, key: `account:${account.prefix}` }]);
    expect(service.log.join('')).not.toContain(secret);
  });

  it('R§2.1 R§2.2 an internal failure is 500 as over REST, and is logged in full once', async () => {
    await service.db.work.query('ALTER TABLE site_group RENAME TO site_group_away');
    try {
      const headers = { 'X-Request-Id': 'mcp-3' };
      (await post(call('list_groups'), { headers, allow5xx: true })).refused(500, 'internal error');
      await expect.poll(() => linesOf('mcp-3')).toHaveLength(2);
      expect(linesOf('mcp-3').filter(({ msg }) => msg === 'request failed')).toHaveLength(1);
    } finally {
      await service.db.work.query('ALTER TABLE site_group_away RENAME TO site_group');
    }
  });
});
