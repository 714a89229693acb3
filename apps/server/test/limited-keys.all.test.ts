import { mintedSiteKeyShape } from '@goal/contract';
import { describe, expect, it } from 'vitest';

import { freshDomain, makeEvent, sharedService, type Answer, type CallOptions } from './harness.ts';
import { accountRoutes, fillPath } from './harness/routes.ts';
import { data, refused, type Failure } from './trpc-answers.ts';

const service = await sharedService();
/** A reseller, because its keys have neither a rate limit nor a cap. */
const account = await service.makeAccount({ reseller: true });
const group = await service.makeGroup(account);
const site = await service.makeSite(account, { group_id: group.id });
await service.ingest(site, [makeEvent()]);

const stream = await service.makeStream(account);
const exported = await service.makeExport(account);
const redaction = await service.makeRedaction(account);
const event = await service.logEvent(account, site);

const readKey = async (): Promise<string> => (await service.makeAccountKey(account, { access: 'read' })).key;
const siteKey = async (access: string): Promise<string> =>
  (await account.call('POST', `/sites/${site.id}/tokens`, { query: { access } })).as(201, mintedSiteKeyShape).token;

describe('R§12.2 a key that only reads', () => {
  const ids = {
    site: site.id,
    siteKey: site.prefix,
    group: group.id,
    groupKey: 'aaaaaaaa',
    stream: stream.id,
    export: exported.id,
    hold: stream.id,
    event: String(event),
    redaction: redaction.id,
  };

  it('R§12.2 403 read-only key: it calls what is GET or HEAD, and nothing else, before the ids and the body', async () => {
    const token = await readKey();
    for (const { method, path } of accountRoutes) {
      const call = (by: string, options: CallOptions = {}): Promise<Answer> =>
        service.call(by, fillPath(path, ids), { token, ...options });
      if (method === 'GET') {
        expect((await call('GET')).status, path).toBe(200);
        expect((await call('HEAD')).status, path).toBe(200);
      } else {
        (await call(method)).refused(403, 'read-only key');
        (await call(method, { body: '{', query: { confirm: 'true', access: 'x' } })).refused(403, 'read-only key');
        const unknown = fillPath(path, { ...ids, site: group.id, group: site.id });
        (await service.call(method, unknown, { token })).refused(403, 'read-only key');
      }
      (await call('OPTIONS')).done();
    }
  });

  it('R§12.2 no other door and no header changes anything with it', async () => {
    const token = await readKey();
    const native = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
      service.call(method, `/trpc/${path}`, { root: true, token, ...options });
    const input = { id: site.id, confirm: true };
    expect(data(await native('GET', 'account.me'))).toMatchObject({ key: { access: 'read' } });
    for (const { procedure, method } of accountRoutes.filter((route) => route.method !== 'GET')) {
      refused(await native('POST', procedure, { body: input }), 403, 'read-only key');
      refused(
        await native('GET', `${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`),
        405,
        'method not allowed',
      );
      for (const header of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
        expect((await native('GET', 'account.me', { headers: { [header]: method } })).status).toBe(200);
    }
    const batch = await native('POST', 'account.sites.delete,account.sites.tokens.create?batch=1', {
      body: { 0: input, 1: input },
    });
    const answers = batch.body as { error?: Failure }[];
    expect(answers.map(({ error }) => error?.message)).toEqual(['read-only key', 'read-only key']);
    (await service.call('GET', `/account/sites/${site.id}?_method=DELETE&confirm=true`, { token })).refused(
      405,
      'method not allowed',
    );
    const overridden = await service.call('GET', '/account/sites', {
      token,
      headers: { 'X-HTTP-Method-Override': 'POST' },
      body: { domain: freshDomain(), site_url: 'https://example.com/' },
    });
    expect(overridden.status).toBe(200);
    (await service.call('POST', '/events', { token, domain: site.domain, body: makeEvent() })).refused(
      401,
      'invalid token',
    );
    expect((await service.sitesOf(account)).map(({ id }) => id)).toContain(site.id);
  });

  it('R§12.2 a group key hears account key required where a group key may do nothing, and read-only key elsewhere', async () => {
    const { key: token } = await service.makeGroupKey(account, group, { access: 'read' });
    const { headers } = await service.call('GET', '/account/events/export', { token });
    const ownIds = { ...ids, export: String(headers['x-export-id']) };
    for (const { method, path, demands } of accountRoutes) {
      const answer = await service.call(method, fillPath(path, ownIds), { token });
      if (demands === 'unscoped') answer.refused(403, 'account key required');
      else if (method === 'GET') expect(answer.status, path).toBe(200);
      else answer.refused(403, 'read-only key');
    }
  });

  it('R§12.2 a site key reads and does not send, whatever it sends and with whatever domain', async () => {
    const token = await siteKey('read');
    for (const path of ['/events', '/events/summary', '/events/tail?after=0', '/events/export'])
      expect((await site.call('GET', path, { token })).status, path).toBe(200);
    for (const options of [{ body: makeEvent() }, { body: '{' }, { body: makeEvent(), domain: 'other.example.com' }])
      (await site.call('POST', '/events', { token, ...options })).refused(403, 'read-only key');
    refused(
      await service.call('POST', '/trpc/ingest.events.send', {
        root: true,
        token,
        domain: site.domain,
        body: makeEvent(),
      }),
      403,
      'read-only key',
    );
    await expect
      .poll(async () => (await service.admin('GET', `/sites/${site.id}`)).body)
      .toMatchObject({ last_refusal: 'read-only key' });
  });

  it('R§12.2 R§9.5 it calls the tools of MCP, which only read', async () => {
    const post = (token: string, method: string, params: object = {}): Promise<Answer> =>
      service.call('POST', '/mcp', {
        token,
        domain: site.domain,
        body: { jsonrpc: '2.0', id: 1, method, params },
      });
    for (const token of [await readKey(), await siteKey('read')]) {
      const { tools } = ((await post(token, 'tools/list')).body as { result: { tools: { name: string }[] } }).result;
      expect(tools.length).toBeGreaterThan(2);
      for (const name of ['search_events', 'summarize_events'])
        expect((await post(token, 'tools/call', { name, arguments: {} })).text).not.toContain('isError');
    }
  });
});

describe('R§12.2 a key that only sends', () => {
  it('R§12.2 403 send-only key: it sends events, and every other call of a site key is refused', async () => {
    const token = await siteKey('send');
    const sent = { accepted: 1, duplicates: 0, rejected: [] };
    expect((await site.call('POST', '/events', { token, body: makeEvent() })).body).toEqual(sent);
    const ingest = { root: true, token, domain: site.domain };
    expect(data(await service.call('POST', '/trpc/ingest.events.send', { ...ingest, body: makeEvent() }))).toEqual(
      sent,
    );
    for (const path of ['/events', '/events/1', '/events/summary', '/events/tail', '/events/export', '/events?limit=x'])
      for (const domain of [site.domain, 'other.example.com']) {
        (await site.call('GET', path, { token, domain })).refused(403, 'send-only key');
        expect((await site.call('HEAD', path, { token, domain })).status).toBe(403);
      }
    refused(await service.call('GET', '/trpc/read.events.list', ingest), 403, 'send-only key');
    (await site.call('OPTIONS', '/events', { token })).done();
    (await site.call('POST', '/events', { token, domain: 'other.example.com', body: makeEvent() })).refused(
      403,
      'domain mismatch',
    );
  });

  it('R§12.2 MCP is refused whole, before the message is read', async () => {
    const token = await siteKey('send');
    for (const body of [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }, 'no JSON', '']) {
      (await site.call('POST', '/mcp', { token, body })).refused(403, 'send-only key');
      (await service.call('POST', '/mcp', { token, body })).refused(403, 'send-only key');
    }
  });

  it('R§12.2 R§3.2 on the account API and the operator API it is a key of another kind, as every site key', async () => {
    const token = await siteKey('send');
    for (const path of ['/account/me', '/account/events', '/admin/accounts'])
      (await service.call('GET', path, { token, domain: site.domain })).refused(401, 'invalid token');
  });
});
