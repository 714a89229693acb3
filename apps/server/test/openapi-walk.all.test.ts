import { randomUUID } from 'node:crypto';

import { rowsOf } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  freshDomain,
  makeEvent,
  startService,
  unique,
  type Account,
  type Answer,
  type CallOptions,
  type Group,
  type GroupKey,
  type Site,
  type TestService,
} from './harness.ts';
import * as documents from './openapi-document.ts';
import { partConflicts, partSuccesses, queryOfNobody, unknownIds } from './openapi-parts.ts';
import { operatorReads } from './openapi-reads.ts';

const { ajv, document, expectDocumented, fillDocumented, operations } = documents;
let service: TestService;
let account: Account;
let free: Account;
let site: Site;
let group: Group;
let groupKey: GroupKey;
let exhausted: string; // an account key and a site used only to exceed the rate
let slow: Site;
let [stream, event] = ['', ''];
beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount({ plan: 'agency', reseller: false });
  free = await service.makeAccount({ plan: 'free' });
  group = await service.makeGroup(account);
  groupKey = await service.makeGroupKey(account, group);
  site = await service.makeSite(account, { name: 'Shop', group_id: group.id });
  stream = (await service.makeStream(account)).id;
  await service.setReadRate(site, 1000);
  await service.ingest(site, [makeEvent(), makeEvent({ user_agent: 'x', post_id: 5 })]);
  event = String(await newestEvent());
  exhausted = (await service.makeAccount()).token;
  slow = await service.makeSite(account);
  await service.setReadRate(slow, 1);
});
afterAll(() => service.stop());

const newestEvent = async (): Promise<number> =>
  ((await site.call('GET', '/events?limit=1')).body as { events: { id: number }[] }).events[0]?.id ?? expect.fail();
const newSite = (): Promise<Site> => service.makeSite(account);
const revokedSite = async (): Promise<string> => {
  const { id } = await newSite();
  await service.revokeSite({ id });
  return id;
};
const siteBody = () => ({ domain: freshDomain(), site_url: 'https://example.com/', name: 'Shop' });
const admin = (method: string, path: string, body?: unknown): Promise<Answer> => service.admin(method, path, { body });
const anyAccount = (): Promise<Account> => service.makeAccount();
const activate = (id: string): Promise<Answer> =>
  admin('POST', `/accounts/${account.id}/sites/activate`, { ids: [id] });
const actOnNew = async (act: string): Promise<Answer> => admin('POST', `/sites/${(await newSite()).id}/${act}`);
const revokeKey = ({ id, prefix }: Site): Promise<Answer> => admin('DELETE', `/sites/${id}/keys/${prefix}`);
const here = (path: string): string =>
  fillDocumented(path, { account: account.id, site: site.id, group: group.id, stream, event });

const readByOperator = (path: string): Promise<Answer> => admin('GET', here(`/admin/${path}`).slice('/admin'.length));

/** A success for every operation. */
const successes: Record<string, (on: TestService) => Promise<Answer>> = {
  ...partSuccesses,
  'GET /account/me': () => service.call('GET', '/account/me', { token: groupKey.key }),
  'GET /account/sites': () => account.call('GET', '/sites'),
  'POST /account/sites': () => account.call('POST', '/sites', { body: { ...siteBody(), group_id: group.id } }),
  'PATCH /account/sites/{id}': () =>
    account.call('PATCH', `/sites/${site.id}`, { body: { name: 'Shop', group_id: group.id } }),
  'DELETE /account/sites/{id}': async () => account.call('DELETE', `/sites/${(await newSite()).id}?confirm=true`),
  'POST /account/sites/{id}/activate': () => account.call('POST', `/sites/${site.id}/activate`),
  'GET /account/sites/{id}/tokens': () => account.call('GET', `/sites/${site.id}/tokens`),
  'POST /account/sites/{id}/tokens': async () => account.call('POST', `/sites/${(await newSite()).id}/tokens`),
  'DELETE /account/sites/{id}/tokens/{prefix}': async () => {
    const { id, prefix } = await newSite();
    return account.call('DELETE', `/sites/${id}/tokens/${prefix}`);
  },
  'GET /account/groups': () => account.call('GET', '/groups'),
  'POST /account/groups': () => account.call('POST', '/groups', { body: { name: unique(), external_ref: unique() } }),
  'PATCH /account/groups/{id}': () =>
    account.call('PATCH', `/groups/${group.id}`, { body: { external_ref: unique() } }),
  'DELETE /account/groups/{id}': async () => account.call('DELETE', `/groups/${(await service.makeGroup(account)).id}`),
  'GET /account/groups/{id}/keys': () => account.call('GET', `/groups/${group.id}/keys`),
  'POST /account/groups/{id}/keys': () => account.call('POST', `/groups/${group.id}/keys`),
  'DELETE /account/groups/{id}/keys/{prefix}': async () =>
    account.call('DELETE', `/groups/${group.id}/keys/${(await service.makeGroupKey(account, group)).prefix}`),
  'GET /account/events': () => account.call('GET', '/events?limit=1&severity=low,high&code=2002&code=1'),
  'GET /account/events/summary': () => account.call('GET', '/events/summary?by=day,user'),
  'GET /account/events/tail': () => account.call('GET', `/events/tail?after=0&limit=1&group_id=${group.id}`),
  'GET /account/events/export': () => account.call('GET', '/events/export?format=csv'),
  'GET /events/export': () => site.call('GET', '/events/export'),
  'GET /events': () => site.call('GET', '/events?limit=1'),
  'GET /events/summary': () => site.call('GET', '/events/summary?by=hour,site'),
  'GET /events/tail': () => site.call('GET', '/events/tail?after=0&limit=1'),
  'POST /events': () => site.call('POST', '/events', { body: { events: [makeEvent(), {}] } }),
  'GET /events/{id}': async () => site.call('GET', `/events/${await newestEvent()}`),
  ...Object.fromEntries(
    operatorReads.map((path) => [`GET /admin/${path.replace(/\?.*/, '')}`, () => readByOperator(path)]),
  ),
  'GET /admin/accounts': () => admin('GET', '/accounts?plan=agency&is_reseller=false&limit=5'),
  'POST /admin/accounts': () => admin('POST', '/accounts', { email: `${unique()}@example.com` }),
  'PATCH /admin/accounts/{id}': () => admin('PATCH', `/accounts/${account.id}`, { email: `${unique()}@example.com` }),
  'DELETE /admin/accounts/{id}': async () => admin('DELETE', `/accounts/${(await anyAccount()).id}?confirm=true`),
  'GET /admin/sites': () => admin('GET', `/sites?q=${site.domain}`),
  'GET /admin/keys': () => admin('GET', `/keys?prefix=${groupKey.prefix}`),
  'POST /admin/accounts/{id}/sites': () => admin('POST', `/accounts/${account.id}/sites`, siteBody()),
  'POST /admin/accounts/{id}/sites/activate': async () => activate((await newSite()).id),
  'POST /admin/accounts/{id}/keys': async () =>
    admin('POST', `/accounts/${(await anyAccount()).id}/keys`, { name: 'reporting' }),
  'DELETE /admin/accounts/{id}/keys/{prefix}': async () => {
    const owner = await anyAccount();
    return admin('DELETE', `/accounts/${owner.id}/keys/${owner.prefix}`);
  },
  'DELETE /admin/accounts/{id}/groups/{group_id}/keys/{prefix}': async () => {
    const { prefix } = await service.makeGroupKey(account, group);
    return admin('DELETE', `/accounts/${account.id}/groups/${group.id}/keys/${prefix}`);
  },
  'DELETE /admin/sites/{id}/keys/{prefix}': async () => revokeKey(await newSite()),
  'POST /admin/sites/{id}/revoke': () => actOnNew('revoke'),
  'POST /admin/sites/{id}/activate': () => actOnNew('activate'),
  'POST /admin/sites/{id}/restore': async () => admin('POST', `/sites/${await revokedSite()}/restore`),
  'PATCH /admin/sites/{id}': async () => admin('PATCH', `/sites/${(await newSite()).id}`, { rate_limit_rps: 20 }),
  'DELETE /admin/sites/{id}': async () => admin('DELETE', `/sites/${(await newSite()).id}?confirm=true`),
  'PATCH /admin/plans/{slug}': () => admin('PATCH', '/plans/pro', { fair_use_events: 2_000_000 }),
  'GET /admin/actions': () => admin('GET', `/actions?account_id=${account.id}&limit=5`),
};

/** A conflict for every operation that lists one. */
const conflicts: Record<string, (on: TestService) => Promise<Answer>> = {
  ...partConflicts,
  'POST /account/sites': () => account.call('POST', '/sites', { body: { ...siteBody(), domain: site.domain } }),
  'POST /account/sites/{id}/activate': async () => account.call('POST', `/sites/${await revokedSite()}/activate`),
  'POST /account/sites/{id}/tokens': async () => {
    const { id } = await newSite();
    await account.call('POST', `/sites/${id}/tokens`);
    return account.call('POST', `/sites/${id}/tokens`);
  },
  'POST /account/groups': () => account.call('POST', '/groups', { body: { name: group.name } }),
  'PATCH /account/groups/{id}': async () =>
    account.call('PATCH', `/groups/${(await service.makeGroup(account)).id}`, { body: { name: group.name } }),
  'POST /account/groups/{id}/keys': async () => {
    const own = await service.makeGroup(account);
    for (let keys = 0; keys < 10; keys += 1) await service.makeGroupKey(account, own);
    return account.call('POST', `/groups/${own.id}/keys`);
  },
  'POST /admin/accounts': () => admin('POST', '/accounts', { email: free.email }),
  'PATCH /admin/accounts/{id}': async () =>
    admin('PATCH', `/accounts/${(await anyAccount()).id}`, { email: free.email }),
  'POST /admin/accounts/{id}/sites': () =>
    admin('POST', `/accounts/${account.id}/sites`, { ...siteBody(), domain: site.domain }),
  'POST /admin/accounts/{id}/sites/activate': async () => activate(await revokedSite()),
  'POST /admin/accounts/{id}/keys': async () => {
    const owner = await anyAccount();
    for (let keys = 1; keys < 10; keys += 1) await service.makeAccountKey(owner);
    return admin('POST', `/accounts/${owner.id}/keys`);
  },
  'POST /admin/sites/{id}/activate': async () => admin('POST', `/sites/${await revokedSite()}/activate`),
  'POST /admin/sites/{id}/restore': () => admin('POST', `/sites/${site.id}/restore`),
};

type Target = { name: string; method: string; path: string; operation: documents.Operation };
const securityOf = ({ operation }: Target): string => Object.keys(operation.security[0] ?? {})[0] ?? '';
const filled = ({ path }: Target, other = false): string => (other ? fillDocumented(path, {}) : here(path));
/** Calls with the right credential. */
const ask = (target: Target, path: string, options: CallOptions = {}): Promise<Answer> => {
  if (securityOf(target) === 'siteKey') return site.call(target.method, path, options);
  if (securityOf(target) === 'adminToken')
    return service.call(target.method, path, { token: service.adminWrite, ...options });
  return account.call(target.method, path.slice('/account'.length), options);
};

/** How to provoke each error that does not depend on the operation. */
const errors: Record<string, (target: Target) => Promise<Answer>> = {
  401: (target) => service.call(target.method, filled(target), { token: 'x' }),
  403: (target) => {
    const path = filled(target);
    if (securityOf(target) === 'siteKey') return site.call(target.method, path, { domain: 'other.example.com' });
    if (securityOf(target) === 'adminToken') return service.call(target.method, path, { token: service.adminRead });
    return free.call(target.method, path.slice('/account'.length));
  },
  404: (target) => {
    const body = target.path.includes('{') ? '{' : { ...siteBody(), group_id: randomUUID(), ...unknownIds() };
    const options: CallOptions = target.operation.requestBody === undefined ? {} : { body };
    return ask(target, `${filled(target, true)}?${queryOfNobody(target.path)}`, options);
  },
  400: (target) => {
    if (target.operation.requestBody !== undefined) return ask(target, filled(target), { body: '{' });
    const more = `&limit=0&days=0&plan=none&enabled=x&end_former=x&format=xml&external_ref=a&external_ref=b&access=x&from=x&q=a&q=b`;
    return ask(target, `${filled(target)}?reason=a&reason=b${target.method === 'DELETE' ? '' : more}`);
  },
  409: (target) => conflicts[target.name]?.(service) ?? expect.fail(`no conflict is known of ${target.name}`),
  413: (target) => ask(target, filled(target), { body: 'x'.repeat((target.path === '/events' ? 4 : 1) * 2 ** 20 + 1) }),
  415: (target) => ask(target, filled(target), { body: 'x', headers: { 'Content-Type': 'text/plain' } }),
  429: async (target) => {
    const token = securityOf(target) === 'siteKey' ? slow.token : exhausted;
    // The bucket is full at first, and nearly empty later.
    for (let burst = 3; ; burst = 40) {
      const answers = await Promise.all(
        Array.from({ length: burst }, () =>
          service.call(target.method, filled(target), { token, domain: slow.domain }),
        ),
      );
      const refused = answers.find(({ status }) => status === 429);
      if (refused !== undefined) return refused;
    }
  },
};
describe('every operation of the OpenAPI document, against the running service', () => {
  it('the tables of this test cover every operation, and every operation that lists a conflict', () => {
    expect(Object.keys(successes).sort()).toEqual(operations.map(({ name }) => name).sort());
    expect(Object.keys(conflicts).sort()).toEqual(
      operations
        .filter(({ operation }) => operation.responses['409'] !== undefined)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('published shapes allow fields of later versions (R§2.3 for requests); the shapes of this test allow no undocumented field', () => {
    const shut: string[] = [];
    const visit = (schema: unknown, where: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      if ((schema as documents.Json)['additionalProperties'] === false) shut.push(where);
      for (const [key, part] of Object.entries(schema)) visit(part, `${where}/${key}`);
    };
    visit(document, '');
    expect(shut).toEqual([]);
    const refusal = { error: 'not found' };
    const validate = ajv.compile({ $ref: 'goal#/components/schemas/Error' });
    expect(validate(refusal)).toBe(true);
    expect(validate({ ...refusal, hint: 'undocumented' })).toBe(false);
  });

  const named = operations.map((target): [string, Target] => [target.name, target]);
  it.each(named)('%s: the success matches the document', async (_name, target) => {
    const answer = await (successes[target.name] ?? expect.fail())(service);
    expect(answer.status, answer.text).toBeLessThan(300);
    expectDocumented(target.name, answer);
    const [status] = Object.keys(target.operation.responses).filter((one) => one.startsWith('2'));
    expect(String(answer.status)).toBe(status);
  });

  const shared = ['431', '500', '503'];
  // The others are judged before the operation: the first one of each kind of key shows them.
  const judgedAtEach = rowsOf(['400', '401', '403', '404', '409'], ['413', '415', '429']);
  const isFirst = (target: Target, status: string): boolean =>
    target === operations.find((one) => securityOf(one) === securityOf(target) && status in one.operation.responses);
  it.each(named)('%s: each listed error matches the document', async (_name, target) => {
    const listed = Object.keys(target.operation.responses).filter((status) => status >= '400');
    expect(listed).toEqual(expect.arrayContaining(shared));
    for (const status of listed.filter((one) => !shared.includes(one))) {
      if (!judgedAtEach.includes(status) && !isFirst(target, status)) continue;
      const answer = await (errors[status] ?? expect.fail(`${target.name} lists ${status}`))(target);
      expect(String(answer.status), `${answer.request}: ${answer.text}`).toBe(status);
      expectDocumented(target.name, answer);
    }
  });

  it('any operation may answer 431, 500 and 503', async () => {
    const name = 'GET /account/me';
    expectDocumented(name, await account.call('GET', '/me', { headers: { 'X-Filler': 'x'.repeat(17_000) } }));
    await service.db.work.query('ALTER TABLE plan RENAME TO plan_away');
    try {
      const crashed = await account.call('GET', '/me', { allow5xx: true });
      expect(crashed.status).toBe(500);
      expectDocumented(name, crashed);
    } finally {
      await service.db.work.query('ALTER TABLE plan_away RENAME TO plan');
    }
    const holder = await service.db.ingest.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE account_key IN ACCESS EXCLUSIVE MODE');
      const away = await account.call('GET', '/me', { allow5xx: true });
      expect(away.status).toBe(503);
      expectDocumented(name, away);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });

  it('every example sentence of the shared errors is in the catalogue, in the declared shape', () => {
    for (const [name, { content }] of Object.entries(document.components['responses'] ?? {})) {
      const { examples } = (content as Record<string, documents.Json>)['application/json'] as {
        examples: Record<string, { value: unknown }>;
      };
      const validate = ajv.compile({ $ref: 'goal#/components/schemas/Error' });
      expect(Object.keys(examples), name).not.toEqual([]);
      for (const { value } of Object.values(examples)) expect(validate(value), name).toBe(true);
    }
  });
});
