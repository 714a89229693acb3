import { randomUUID } from 'node:crypto';

import { actionShape, type ActionView } from '@goal/contract';
import { rowsInAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import {
  freshDomain,
  makeEvent,
  startService,
  unique,
  type Account,
  type Answer,
  type TestService,
} from './harness.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const page = z.object({ actions: z.array(actionShape), next_cursor: z.string() });
const actionsOf = async (account: { id: string }): Promise<ActionView[]> =>
  (await service.admin('GET', '/actions', { query: { account_id: account.id, limit: 200 } })).as(200, page).actions;
const siteBody = () => ({ domain: freshDomain(), site_url: 'https://example.com' });

/** Runs the act and returns what it added to the record: nothing if it had no effect. */
async function recorded(
  account: { id: string },
  act: () => Promise<Answer>,
): Promise<{ answer: Answer; added: ActionView[] }> {
  const before = new Set((await actionsOf(account)).map(({ id }) => id));
  const answer = await act();
  return { answer, added: (await actionsOf(account)).filter(({ id }) => !before.has(id)) };
}

const idIn = (answer: Answer, name: string): string =>
  z
    .record(z.string(), z.unknown())
    .transform((body) => String(body[name]))
    .parse(answer.body);

describe.each(rowsInAllRun(['group_key'], ['account_key']))('a customer with an %s', (kind) => {
  test('R§8.b5 R§8 GET /admin/actions: each write is recorded once, by the prefix of its key; reads and refusals are not', async () => {
    const account = await service.makeAccount({ plan: 'starter' });
    const group = await service.makeGroup(account);
    const groupKey = await service.makeGroupKey(account, group);
    const site = await service.makeSite(account, { group_id: group.id });
    const [token, actor] = kind === 'account_key' ? [account.token, account.prefix] : [groupKey.key, groupKey.prefix];
    const secrets: string[] = [];
    const write = async (
      action: string,
      method: string,
      path: string,
      body?: unknown,
      siteId: string | null = null,
    ): Promise<Answer> => {
      const { answer, added } = await recorded(account, () => account.call(method, path, { token, body }));
      expect(answer.status, answer.text).toBeLessThan(300);
      const expectedSite = action === 'site.create' ? idIn(answer, 'site_id') : siteId;
      expect(added).toMatchObject([{ actor_kind: kind, actor, action, account_id: account.id, site_id: expectedSite }]);
      secrets.push(...(answer.text.match(/goal_\w+/g) ?? []));
      return answer;
    };
    const own = `/sites/${site.id}`;
    const made = idIn(await write('site.create', 'POST', '/sites', siteBody()), 'site_id');
    await write('site.update', 'PATCH', own, { name: 'new' }, site.id);
    const minted = idIn(await write('site_key.create', 'POST', `${own}/tokens`, undefined, site.id), 'prefix');
    await write('site_key.revoke', 'DELETE', `${own}/tokens/${minted}`, undefined, site.id);
    await service.db.work.query(`UPDATE site SET status = 'paused' WHERE id = $1`, [site.id]);
    await write('site.activate', 'POST', `${own}/activate`, undefined, site.id);
    await write('site.delete', 'DELETE', `/sites/${made}?confirm=true`, undefined, made);
    if (kind === 'account_key') {
      await write('site.update', 'PATCH', own, { group_id: null }, site.id);
      const id = idIn(await write('group.create', 'POST', '/groups', { name: unique(), external_ref: unique() }), 'id');
      await write('group.update', 'PATCH', `/groups/${id}`, { external_ref: null });
      const prefix = idIn(await write('group_key.create', 'POST', `/groups/${id}/keys`, {}), 'prefix');
      await write('group_key.revoke', 'DELETE', `/groups/${id}/keys/${prefix}`);
      await write('group.delete', 'DELETE', `/groups/${id}`);
    }
    for (const [method, path, body] of [
      ['GET', '/me'],
      ['GET', '/sites'],
      ['GET', '/groups'],
      ['GET', '/events'],
      ['GET', `${own}/tokens`],
      ['POST', `${own}/activate`],
      ['PATCH', own, {}],
      ['DELETE', own],
      ['POST', '/sites', { domain: 'x' }],
      ['POST', '/sites', { ...siteBody(), domain: site.domain }],
      ['POST', '/sites', { ...siteBody(), group_id: randomUUID() }],
      ['DELETE', `${own}/tokens/zzzzzzzz`],
      ['PATCH', `/sites/${randomUUID()}`, { name: 'x' }],
      ['POST', '/groups', { name: group.name }],
      ['DELETE', `/groups/${randomUUID()}`],
    ] as const) {
      expect(
        (await recorded(account, () => account.call(method, path, { token, body }))).added,
        `${method} ${path}`,
      ).toEqual([]);
    }
    expect((await recorded(account, () => site.call('POST', '/events', { body: makeEvent() }))).added).toEqual([]);
    const text = JSON.stringify(await actionsOf(account));
    expect(secrets.length).toBeGreaterThan(1);
    for (const secret of secrets) expect(text).not.toContain(secret.split('_')[3]);
  });
});

test('R§8.b5 R§8.b1 each operator write is recorded once by the token’s name; no-ops, reads and refusals are not', async () => {
  const account = await service.makeAccount();
  const site = await service.makeSite(account);
  const expectAdded = async (
    expected: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    token = service.adminWrite,
  ): Promise<Answer> => {
    const { answer, added } = await recorded(account, () => service.admin(method, path, { body, token }));
    expect(added, `${method} ${path}`).toMatchObject(
      expected === undefined
        ? []
        : [{ actor_kind: 'operator', actor: 'writer', action: expected, account_id: account.id }],
    );
    return answer;
  };
  const own = `/accounts/${account.id}`;
  await expectAdded('account.plan', 'POST', `${own}/plan`, { plan: 'agency' });
  await expectAdded(undefined, 'POST', `${own}/plan`, { plan: 'agency' });
  await expectAdded(undefined, 'POST', `${own}/plan`, { plan: 'gold' });
  for (const [enabled, action] of [
    [true, 'account.reseller'],
    [true, undefined],
    [false, 'account.reseller'],
    [false, undefined],
  ] as const) {
    await expectAdded(action, 'POST', `${own}/reseller`, { enabled });
  }
  await expectAdded(undefined, 'POST', `${own}/reseller`, { enabled: true }, service.adminRead);
  const email = `${unique()}@example.com`;
  await expectAdded('account.email', 'PATCH', own, { email });
  await expectAdded(undefined, 'PATCH', own, { email });
  const prefix = idIn(await expectAdded('account_key.create', 'POST', `${own}/keys`, {}), 'prefix');
  await expectAdded('account_key.revoke', 'DELETE', `${own}/keys/${prefix}`);
  await expectAdded(undefined, 'DELETE', `${own}/keys/${prefix}`);
  const made = idIn(await expectAdded('site.create', 'POST', `${own}/sites`, siteBody()), 'site_id');
  await expectAdded('site.rate', 'PATCH', `/sites/${made}`, { rate_limit_rps: 20 });
  await expectAdded(undefined, 'PATCH', `/sites/${made}`, { rate_limit_rps: 20 });
  await expectAdded('site.revoke', 'POST', `/sites/${made}/revoke`);
  await expectAdded(undefined, 'POST', `/sites/${made}/revoke`);
  await expectAdded('site.restore', 'POST', `/sites/${made}/restore`);
  await expectAdded(undefined, 'POST', `/sites/${made}/restore`);
  await expectAdded(undefined, 'DELETE', `/sites/${made}`);
  await expectAdded('site.delete', 'DELETE', `/sites/${made}?confirm=true`);
  for (const path of [own, `${own}/keys`, `${own}/arrivals`, '/accounts']) await expectAdded(undefined, 'GET', path);
  await expectAdded(undefined, 'DELETE', own);
  await expectAdded('account.delete', 'DELETE', `${own}?confirm=true`);
  const rows = await actionsOf(account);
  expect(rows.at(-1)).toMatchObject({
    action: 'account.create',
    actor_kind: 'operator',
    actor: 'writer',
    detail: { email: account.email, plan: 'pro' },
  });
  expect(rows.some((row) => row.site_id === site.id)).toBe(true);
});

test('I§5.R10 R§8.b4 R§8.b5 command-line changes to admin tokens are recorded, never with a secret', async () => {
  const { actions } = (await service.admin('GET', '/actions', { query: { limit: 200 } })).as(200, page);
  const made = actions.filter(({ action }) => action === 'admin_token.create');
  expect(made).toMatchObject([
    { actor_kind: 'cli', account_id: null, site_id: null, detail: { name: 'reader', scope: 'admin:read' } },
    { actor_kind: 'cli', account_id: null, site_id: null, detail: { name: 'writer', scope: 'admin:write' } },
  ]);
  expect(JSON.stringify(actions)).not.toContain(service.adminWrite.split('_')[3]);
});

test('R§8 GET /admin/actions: actions come newest first, in pages that show each once, for one account or for all', async () => {
  const account: Account = await service.makeAccount();
  for (let n = 0; n < 8; n += 1) await service.setPlan(account, n % 2 === 0 ? 'agency' : 'pro');
  const all = await actionsOf(account);
  expect(all.map(({ action }) => action)).toEqual([
    ...Array<string>(8).fill('account.plan'),
    'account_key.create',
    'account.create',
  ]);
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a));
  const walked = [];
  for (let cursor = '', end = false; !end; end = cursor === '') {
    const { actions, next_cursor } = (
      await service.admin('GET', '/actions', {
        token: service.adminRead,
        query: { account_id: account.id.toUpperCase(), limit: 5, cursor },
      })
    ).as(200, page);
    walked.push(...actions);
    cursor = next_cursor;
  }
  expect(walked).toEqual(all);
  expect((await service.admin('GET', '/actions', { query: { limit: 1 } })).as(200, page).actions).toEqual(
    all.slice(0, 1),
  );
});

describe('the filters of the record', () => {
  const read = async (query: Readonly<Record<string, string | number | readonly string[]>>): Promise<ActionView[]> => {
    const rows = [];
    for (let cursor = '', end = false; !end; end = cursor === '') {
      const answer = await service.admin('GET', '/actions', {
        query: { limit: 7, ...query, cursor },
        token: service.adminRead,
      });
      const { actions, next_cursor } = answer.as(200, page);
      rows.push(...actions);
      cursor = next_cursor;
    }
    return rows;
  };

  test('combine over all pages, newest first: kinds, actor, action, account, and an inclusive time range', async () => {
    const account = await service.makeAccount();
    const group = await service.makeGroup(account);
    const { key } = await service.makeGroupKey(account, group);
    for (let n = 0; n < 3; n += 1) {
      const body = { ...siteBody(), group_id: group.id };
      expect((await account.call('POST', '/sites', { token: key, body })).status).toBe(201);
      await service.setPlan(account, n % 2 === 0 ? 'agency' : 'pro');
    }
    const all = await read({ limit: 200 });
    const at = (row: ActionView | undefined): string => row?.occurred_at ?? '';
    const middle = all.slice(3, 9).map(at);
    const [to = '', from = ''] = [middle.at(0), middle.at(-1)];
    const actor = account.prefix;
    const cases: [Record<string, string | readonly string[]>, (row: ActionView) => boolean][] = [
      [{ actor_kind: 'operator' }, (row) => row.actor_kind === 'operator'],
      [{ actor_kind: ['group_key', 'cli,cli'] }, (row) => ['group_key', 'cli'].includes(row.actor_kind)],
      [{ actor_kind: 'stripe' }, () => false],
      [{ actor }, (row) => row.actor === actor],
      [{ actor: actor.toUpperCase() }, () => false],
      [{ action: 'account.plan' }, (row) => row.action === 'account.plan'],
      [{ action: 'account' }, () => false],
      [{ actor, actor_kind: 'operator' }, () => false],
      [
        { actor: 'writer', action: 'account_key.create' },
        (row) => row.actor === 'writer' && row.action === 'account_key.create',
      ],
      [
        { actor_kind: 'group_key', action: 'site.create' },
        (row) => row.actor_kind === 'group_key' && row.action === 'site.create',
      ],
      [{ from, to }, (row) => at(row) >= from && at(row) <= to],
      [{ from: to, to: from }, () => from === to],
      [{ from, actor_kind: 'operator' }, (row) => at(row) >= from && row.actor_kind === 'operator'],
      [
        { account_id: account.id, actor_kind: 'group_key' },
        (row) => row.account_id === account.id && row.actor_kind === 'group_key',
      ],
      [
        { account_id: account.id, to, action: 'account.plan' },
        (row) => row.account_id === account.id && at(row) <= to && row.action === 'account.plan',
      ],
      [{ actor: '', action: '' }, () => true],
    ];
    for (const [query, holds] of cases) expect(await read(query), JSON.stringify(query)).toEqual(all.filter(holds));
  });

  test.each([
    ['actor_kind=person', 'invalid actor_kind'],
    ['actor_kind=', 'invalid actor_kind'],
    ['actor_kind=cli,', 'invalid actor_kind'],
    ['actor=a&actor=b', 'invalid actor'],
    ['action=a&action=b', 'invalid action'],
    ['from=yesterday', 'invalid from'],
    ['to=2026-02-30', 'invalid to'],
    ['to=', 'invalid to'],
    ['limit=0&actor_kind=person', 'invalid limit'],
    ['actor_kind=person&from=x', 'invalid actor_kind'],
    ['account_id=x&from=x', 'invalid from'],
  ])('GET /admin/actions?%s: 400 %s', async (query, message) => {
    (await service.admin('GET', `/actions?${query}`)).refused(400, message);
  });
});

test.each([
  [`account_id=${randomUUID()}`, 404, 'not found'],
  ['account_id=x', 404, 'not found'],
  ['account_id=', 404, 'not found'],
  ['account_id=x&limit=0', 400, 'invalid limit'],
  ['account_id=x&cursor=x', 400, 'invalid cursor'],
  ['limit=201', 400, 'invalid limit'],
  ['limit=5&limit=5', 400, 'invalid limit'],
  ['cursor=x', 400, 'invalid cursor'],
] as const)('R§8.b6 R§2.4 R§2.11 GET /admin/actions?%s: %i %s', async (query, status, message) => {
  (await service.admin('GET', `/actions?${query}`)).refused(status, message);
});
