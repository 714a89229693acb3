import { randomUUID } from 'node:crypto';

import { accountsListShape, attentionKinds, attentionShape } from '@goal/contract';
import { countUse } from '@goal/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { startService, unique, type Account, type Site, type TestService } from './harness.ts';

let service: TestService;
let account: Account;
let site: Site;

beforeAll(async () => {
  service = await startService();
  account = await service.makeAccount();
  site = await service.makeSite(account, { name: 'Shop' });
  await service.makeAccount();
});
afterAll(() => service.stop());

type Query = Record<string, string | number>;

describe('lists', () => {
  test('R§8.b11 R§8.b14 part of a group’s name or reference finds its account and names the group; the account’s own groups are searched alike', async () => {
    const body = { name: `Nord ${unique()}`, external_ref: `REF-${unique()}` };
    const made = (await service.call('POST', '/account/groups', { token: account.token, body })).as(
      201,
      z.looseObject({ id: z.string() }),
    );
    for (const [term, text] of [
      [body.name.slice(2, 20).toUpperCase(), body.name],
      [body.external_ref.toLowerCase(), body.external_ref],
    ] as const) {
      const found = (await service.admin('GET', '/accounts', { query: { search: term } })).as(200, accountsListShape);
      expect(found.accounts, term).toMatchObject([{ id: account.id, match: { kind: 'group', text } }]);
      const { body: own } = await service.admin('GET', `/accounts/${account.id}/groups`, { query: { q: term } });
      expect(own).toMatchObject({ groups: [{ id: made.id }], next_cursor: '' });
    }
    const other = await service.admin('GET', `/accounts/${account.id}/groups`, { query: { q: 'no such' } });
    expect(other.body).toEqual({ groups: [], next_cursor: '' });
  });

  test('R§8.b11 a list with an order says how many accounts match, on every page, and one without does not', async () => {
    const word = unique();
    for (let n = 0; n < 3; n += 1)
      await service.admin('POST', '/accounts', { body: { email: `${word}-${n}@example.com` } });
    const query = { search: word, sort: 'created', limit: 2 };
    const first = await service.admin('GET', '/accounts', { query });
    expect(first.body).toMatchObject({ count: 3, more: false });
    const { next_cursor: cursor } = first.as(200, z.looseObject({ next_cursor: z.string() }));
    const second = await service.admin('GET', '/accounts', { query: { ...query, cursor } });
    expect(second.body).toMatchObject({ accounts: [{}], count: 3, more: false });
    const { body } = await service.admin('GET', '/accounts', { query: { search: word } });
    expect(Object.keys(body as object)).toEqual(['accounts', 'next_cursor']);
  });

  test.each([
    ['over=limit', 'invalid over'],
    ['over=fair_use&sort=email', 'invalid sort'],
    ['over=&sort=', 'invalid over'],
    ['limit=0&sort=email', 'invalid limit'],
  ])('R§8.b11 GET /admin/accounts?%s: %s', async (query, message) => {
    (await service.admin('GET', `/accounts?${query}`)).refused(400, message);
  });

  test('R§8.b11 R§8.b17 R§8 GET /admin/attention a cursor belongs to its order and its kind, and another kind is refused', async () => {
    await countUse(service);
    const first = (await service.admin('GET', '/accounts?sort=events&limit=1')).as(200, accountsListShape);
    expect(first.accounts).toMatchObject([{ events_this_month: expect.any(Number) as number }]);
    const cursor = first.next_cursor;
    (await service.admin('GET', '/accounts', { query: { sort: 'events', cursor } })).as(200, accountsListShape);
    for (const query of [{ cursor }, { cursor, sort: 'sites' }])
      (await service.admin('GET', '/accounts', { query })).refused(400, 'invalid cursor');
    (await service.admin('GET', '/attention', { query: { kind: 'at_cap', cursor } })).refused(400, 'invalid cursor');
    for (const query of [{}, { kind: 'late' }, { kind: 'at_cap,silent' }])
      (await service.admin('GET', '/attention', { query })).refused(400, 'invalid kind');
    const later = { kind: 'at_cap', plan: 'none', cursor: 'x' };
    (await service.admin('GET', '/attention', { query: later })).refused(400, 'invalid cursor');
    (await service.admin('GET', '/attention', { query: { kind: 'silent', plan: 'none' } })).refused(
      400,
      'unknown plan',
    );
    for (const kind of attentionKinds)
      (await service.admin('GET', '/attention', { query: { kind, plan: 'pro' }, token: service.adminRead })).as(
        200,
        z.object({
          items: z.array(attentionShape),
          count: z.int().max(1000),
          more: z.boolean(),
          next_cursor: z.string(),
        }),
      );
  });
});

describe('lists as files', () => {
  const file = async (path: string, query: Query = {}) => {
    const answer = await service.admin('GET', path, { query, token: service.adminRead });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    return answer.text.split('\r\n').slice(0, -1);
  };
  /** The newest record. It is completed once its file has left, so tests await that. */
  const recorded = async () => {
    const { body } = await service.admin('GET', '/actions', { query: { actor_kind: 'operator', limit: 1 } });
    return body;
  };

  test('R§8 GET /admin/accounts.csv R§8.b13 all rows of the list come, as filtered and sorted, guarded against formulas, and recorded', async () => {
    const { body } = await service.admin('POST', '/accounts', { body: { email: `=${unique()}@example.com` } });
    const { id, email } = z.object({ id: z.string(), email: z.string() }).parse(body);
    const [head, line] = await file('/accounts.csv', { q: email.slice(1) });
    expect(head).toBe('id,email,name,plan,is_reseller,created_at,sites_active,sites_paused,events_this_month');
    expect(line).toMatch(new RegExp(`^"${id}","'=.*@example.com",,"free",false,"20.*Z",0,0,0$`));
    await expect.poll(recorded).toMatchObject({
      actions: [
        {
          action: 'accounts.export',
          account_id: null,
          detail: { format: 'csv', filters: { q: email.slice(1) }, rows: 1, complete: true },
        },
      ],
    });
    await countUse(service);
    const { rowCount } = await service.db.work.query('SELECT FROM account');
    expect(await file('/accounts.csv', { sort: 'events' })).toHaveLength((rowCount ?? 0) + 1);
  });

  test('R§8 GET /admin/sites.csv R§8 GET /admin/accounts/{id}/sites.csv R§8 GET /admin/actions.csv are the lists of these names; a pasted key is recorded by its prefix', async () => {
    const [, line] = await file('/sites.csv', { q: site.id });
    expect(line).toContain(`"${site.domain}","Shop","active"`);
    expect(await file(`/accounts/${account.id}/sites.csv`, { status: 'active', q: site.token })).toHaveLength(1);
    expect(await recorded()).toMatchObject({
      actions: [
        { action: 'sites.export', detail: { filters: { account_id: account.id, status: 'active', q: site.prefix } } },
      ],
    });
    const [head, newest] = await file('/actions.csv', { action: 'sites.export' });
    expect(head).toBe('id,occurred_at,actor_kind,actor,action,account_id,site_id,detail');
    expect(newest).toMatch(/,"operator",".*","sites.export",,,"\{""/);
    for (const [path, status, message] of [
      ['/accounts.csv?plan=gold', 400, 'unknown plan'],
      ['/accounts.csv?sort=x', 400, 'invalid sort'],
      [`/accounts/${randomUUID()}/sites.csv`, 404, 'not found'],
      [`/actions.csv?account_id=${randomUUID()}`, 404, 'not found'],
    ] as const)
      (await service.admin('GET', path)).refused(status, message);
  });
});
