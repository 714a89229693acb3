import { randomUUID } from 'node:crypto';

import { errorCatalogue } from '@goal/contract';
import { beforeAll, describe, expect, test } from 'vitest';

import {
  freshDomain,
  makeEvent,
  sharedService,
  unique,
  type Account,
  type Answer,
  type GroupKey,
  type Site,
} from './harness.ts';
import type { Route } from './harness/route.ts';
import { accountRoutes, fillPath, operatorRoutes, type PathIds } from './harness/routes.ts';

// The second door to the same procedures: native tRPC judges and answers as REST does.
const service = await sharedService();
let account: Account;
let site: Site;
let groupKey: GroupKey;
let own: PathIds;

const unknown: PathIds = {
  site: randomUUID(),
  siteKey: 'zzzzzzzz',
  group: randomUUID(),
  group_id: randomUUID(),
  groupKey: 'zzzzzzzz',
  account: randomUUID(),
  accountKey: 'zzzzzzzz',
  operatorKey: 'zzzzzzzz',
  member_id: randomUUID(),
  person: randomUUID(),
  stream: randomUUID(),
  export: randomUUID(),
  hold: randomUUID(),
  event: '9007199254740991',
  redaction: randomUUID(),
  hold_id: randomUUID(),
  slug: 'nothing',
};

beforeAll(async () => {
  account = await service.makeAccount({ reseller: true });
  site = await service.makeSite(account);
  await service.ingest(site, [makeEvent()]);
  const group = await service.makeGroup(account);
  groupKey = await service.makeGroupKey(account, group);
  own = {
    site: site.id,
    siteKey: site.prefix,
    group: group.id,
    group_id: group.id,
    groupKey: groupKey.prefix,
    account: account.id,
    accountKey: account.prefix,
    stream: (await service.makeStream(account)).id,
    export: (await service.makeExport(account)).id,
    redaction: (await service.makeRedaction(account)).id,
    event: String(await service.logEvent(account, site)),
    slug: 'starter',
  };
});

function native(isQuery: boolean, procedure: string, input: object, token: string | undefined): Promise<Answer> {
  return isQuery
    ? service.call('GET', `/trpc/${procedure}`, { root: true, token, query: { input: JSON.stringify(input) } })
    : service.call('POST', `/trpc/${procedure}`, { root: true, token, body: input });
}

/** The input of a route: path ids and body fields in one object. */
function inputOf({ path, query }: Route, ids: PathIds, body: object = {}): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const fieldOf = (name: string): string =>
    ['slug', 'group_id', 'member_id', 'hold_id'].includes(name) ? name : name.endsWith('Key') ? 'prefix' : 'id';
  const asked = [...new URLSearchParams(query)].map(([name, value]) => [name, value === 'true' ? true : value]);
  return {
    ...body,
    ...Object.fromEntries(asked),
    ...Object.fromEntries(names.map((name) => [fieldOf(name), fillPath(`{${name}}`, ids)])),
  };
}

/** Returns the status and sentence of a refusal from either door. */
const sentence = ({ status, body }: Answer): { status: number; message: unknown } => {
  const { error } = body as { error: string | { message: string } }; // both doors set this field in a refusal
  return { status, message: typeof error === 'string' ? error : error.message };
};

const dataOf = (answer: Answer): unknown => {
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { result: { data?: unknown } }).result.data; // the shape of a tRPC success
};

const answered = [...accountRoutes, ...operatorRoutes].filter(({ streams }) => streams !== true);

describe.each(answered)('$procedure', (route) => {
  const isQuery = route.method === 'GET';
  const right = (): string => (route.path.startsWith('/admin') ? service.adminWrite : account.token);
  const both = (ids: PathIds, body: Record<string, unknown> | undefined, token: string | undefined) =>
    Promise.all([
      native(isQuery, route.procedure, inputOf(route, ids, body), token),
      service.call(route.method, `${fillPath(route.path, ids)}?${route.query ?? ''}`, { token, body }),
    ]);

  test('R§2.1 R§2.4 I§4.R8: refusals have the sentence and status of REST, in the same order of judgement', async () => {
    // A separate account: both doors share a key’s bucket, and the remaining tokens must not depend
    // on which door asks first.
    const freeToken = (await service.makeAccount({ plan: 'free' })).token;
    const tokens = [undefined, 'x', site.token, freeToken, groupKey.key, service.adminRead, right()];
    for (const token of tokens) {
      const [overTrpc, overRest] = await both(
        unknown,
        route.body === undefined
          ? undefined
          : { name: 5, domain: 5, email: 5, plan: 5, enabled: 5, rate_limit_rps: 'x' },
        token,
      );
      if (overRest.status < 300) expect(overTrpc.status).toBe(200);
      else {
        expect(sentence(overTrpc)).toEqual(sentence(overRest));
        expect(
          Object.values(errorCatalogue).some(({ message }) => message === sentence(overRest).message) ||
            overRest.status === 400,
        ).toBe(true);
      }
    }
  });

  if (isQuery) {
    test('R§2.1: it returns what REST returns', async () => {
      const [overTrpc, overRest] = await both(own, undefined, right());
      // A position is sealed afresh each time, and uses, refusals, reports and the size of the
      // database may be written in between; everything else is equal.
      const varies =
        /^(next_cursor|next_after|last_used_at|last_refusal|last_refused_at|seen_at|bytes|signed_logs|behind_seconds)$/;
      const plain = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value), (name, part: unknown) => (varies.test(name) ? undefined : part));
      const isText = overRest.headers['content-type']?.startsWith('text/plain') === true;
      expect(plain(dataOf(overTrpc))).toEqual(isText ? overRest.text : plain(overRest.body));
    });
  }
});

test('R§3.7 a customer creates, changes, uses and removes groups, sites and keys over native tRPC alone', async () => {
  const ask = async (procedure: string, input: object = {}) =>
    dataOf(await native(false, `account.${procedure}`, input, account.token));
  const made = await ask('groups.create', { name: ` ${unique()} ` });
  const { id: group_id } = made as { id: string }; // the shape of POST /groups
  expect(await ask('groups.update', { id: group_id, external_ref: 'ref' })).toBeUndefined();
  const domain = freshDomain();
  const created = (await ask('sites.create', {
    domain: domain.toUpperCase(),
    site_url: 'https://example.com',
    group_id,
  })) as { site_id: string; token: string; prefix: string; domain: string }; // the shape of POST /sites
  expect(created.domain).toBe(domain);
  const id = created.site_id;
  await ask('sites.update', { id, name: 'Shop' });
  await ask('sites.activate', { id });
  const minted = (await ask('sites.tokens.create', { id })) as { prefix: string; token: string }; // the shape of POST /sites/{id}/tokens
  await ask('sites.tokens.revoke', { id, prefix: created.prefix });
  const sent = await service.call('POST', '/trpc/ingest.events.send', {
    root: true,
    token: minted.token,
    domain,
    body: makeEvent({ message: 'over tRPC' }),
  });
  expect(dataOf(sent)).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
  const read = await service.call('GET', '/trpc/read.events.list', { root: true, token: minted.token, domain });
  expect(dataOf(read)).toMatchObject({ events: [{ message: 'over tRPC', site_id: id }], next_cursor: '' });
  const key = (await ask('groups.keys.create', { id: group_id, name: 'ci' })) as { key: string; prefix: string }; // the shape of POST /groups/{id}/keys
  expect(
    dataOf(await native(true, 'account.events.list', { limit: 1, severity: ['low'], code: 2002 }, key.key)),
  ).toMatchObject({ events: [{ site_id: id, domain, site_name: 'Shop' }] });
  await ask('groups.keys.revoke', { id: group_id, prefix: key.prefix });
  expect(sentence(await native(true, 'account.me', {}, key.key))).toEqual({ status: 401, message: 'invalid token' });
  expect(sentence(await native(false, 'account.sites.delete', { id }, account.token))).toMatchObject({ status: 400 });
  await ask('sites.delete', { id, confirm: true });
  await ask('groups.delete', { id: group_id });
  expect((await service.sitesOf(account)).map((row) => row.id)).toEqual([site.id]);
});

test('R§8 GET /admin/accounts: an operator completes a journey over native tRPC alone, with flat inputs', async () => {
  const ask = async (procedure: string, input: object = {}, isQuery = false) =>
    dataOf(await native(isQuery, `admin.${procedure}`, input, service.adminWrite));
  const email = `${unique()}@example.com`;
  const { id } = (await ask('accounts.create', { email, plan: 'starter' })) as { id: string }; // the shape of POST /admin/accounts
  await ask('accounts.setReseller', { id, enabled: true });
  await ask('accounts.setPlan', { id, plan: 'pro' });
  expect(
    await ask('accounts.list', { q: email.toUpperCase(), is_reseller: true, plan: 'pro', limit: 5 }, true),
  ).toMatchObject({ accounts: [{ id, email }], next_cursor: '' });
  const created = (await ask('accounts.sites.create', {
    id,
    domain: freshDomain(),
    site_url: 'https://example.com',
  })) as { site_id: string }; // the shape of POST /sites
  await ask('sites.update', { id: created.site_id, rate_limit_rps: 30 });
  await ask('sites.revoke', { id: created.site_id });
  await ask('sites.restore', { id: created.site_id });
  const key = (await ask('accounts.keys.create', { id })) as { prefix: string }; // the shape of POST /admin/accounts/{id}/keys
  await ask('accounts.keys.revoke', { id, prefix: key.prefix });
  expect(await ask('accounts.get', { id }, true)).toMatchObject({
    plan: 'pro',
    is_reseller: true,
    sites: [{ status: 'paused', rate_limit_rps: 30 }],
  });
  await ask('sites.delete', { id: created.site_id, confirm: true });
  await ask('accounts.update', { id, email: `new-${email}` });
  await ask('accounts.delete', { id, confirm: true });
  const { actions } = (await ask('actions.list', { account_id: id, limit: 200 }, true)) as {
    actions: { action: string }[];
  }; // the shape of GET /admin/actions
  expect(actions.map(({ action }) => action).reverse()).toEqual([
    'account.create',
    'account.reseller',
    'account.plan',
    'site.create',
    'site.rate',
    'site.revoke',
    'site.restore',
    'account_key.create',
    'account_key.revoke',
    'site.delete',
    'account.email',
    'account.delete',
  ]);
});
