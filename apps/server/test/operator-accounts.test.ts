import { randomUUID } from 'node:crypto';

import {
  accountSummaryShape,
  actionShape,
  createdAccountShape,
  operatorAccountRowShape,
  type OperatorAccountRow,
} from '@goal/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { makeEvent, sharedService, unique } from './harness.ts';

const service = await sharedService();

const page = z.object({ accounts: z.array(operatorAccountRowShape), next_cursor: z.string() });
const list = async (query: Record<string, string | number>): Promise<OperatorAccountRow[]> =>
  (await service.admin('GET', '/accounts', { query })).as(200, page).accounts;
const create = (body: unknown) => service.admin('POST', '/accounts', { body });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string; // a matcher in place of a string
const destructive = 'destructive: pass ?confirm=true — the account, its sites, their keys and events are removed';

test('R§8 POST /admin/accounts R§2.7: 201 returns the account; the email is normalised, and the plan is free by default', async () => {
  const email = `${unique()}@example.com`;
  expect(
    (await create({ email: ` ${email.toUpperCase()}\n`, plan: 'agency', is_reseller: true, id: randomUUID() })).as(
      201,
      createdAccountShape,
    ),
  ).toEqual({
    id: expect.any(String) as string,
    email,
    plan: 'agency',
    is_reseller: false,
    created_at: time,
  });
  for (const plan of [undefined, null])
    expect((await create({ email: `${unique()}@example.com`, plan })).as(201, createdAccountShape).plan).toBe('free');
  for (const same of [email, email.toUpperCase(), ` ${email} `])
    (await create({ email: same })).refused(409, 'account already exists');
});

const long = `${'x'.repeat(243)}@example.com`;
test.each<[body: object, message: string]>([
  [{}, 'invalid email'],
  [{ email: null, plan: 5 }, 'invalid email'],
  [{ email: '' }, 'invalid email'],
  [{ email: 'x' }, 'invalid email'],
  [{ email: '@example.com' }, 'invalid email'],
  [{ email: 'a@b@example.com' }, 'invalid email'],
  [{ email: 'a b@example.com' }, 'invalid email'],
  [{ email: 'a\u0007@example.com' }, 'invalid email'],
  [{ email: 'a@intranet' }, 'invalid email'],
  [{ email: 'a@192.0.2.7' }, 'invalid email'],
  [{ email: '"a"@example.com' }, 'invalid email'],
  [{ email: '<a@example.com>' }, 'invalid email'],
  [{ email: 'first,a@example.com' }, 'invalid email'],
  [{ email: 'ü@example.com' }, 'invalid email'],
  [{ email: long }, 'invalid email'],
  [{ email: 5, plan: 5 }, 'email must be a string'],
  [{ email: 'never-made@example.com', plan: 5 }, 'plan must be a string'],
  [{ email: 'never-made@example.com', plan: '' }, 'unknown plan'],
  [{ email: 'never-made@example.com', plan: 'Pro' }, 'unknown plan'],
  [{ email: 'never-made@example.com', plan: 'gold' }, 'unknown plan'],
])('R§8.b6 R§2.3 POST /admin/accounts %j: refused, and no account is made', async (body, message) => {
  (await create(body)).refused(400, message);
  expect(await list({ q: 'never-made@example.com' })).toEqual([]);
});

test('R§8 PATCH /admin/accounts/{id}: the e-mail is normalised and unique; everything else stays', async () => {
  const [account, other] = [await service.makeAccount(), await service.makeAccount()];
  const before = await service.viewOf(account);
  const patch = (body: unknown) => service.admin('PATCH', `/accounts/${account.id}`, { body });
  for (const body of [{}, { email: null }, { email: 'x' }, { plan: 'agency' }])
    (await patch(body)).refused(400, 'invalid email');
  (await patch({ email: [] })).refused(400, 'email must be a string');
  (await patch({ email: other.email.toUpperCase() })).refused(409, 'account already exists');
  expect(await service.viewOf(account)).toEqual(before);
  const email = `${unique()}@bücher.example`;
  (await patch({ email: ` ${email.toUpperCase()} `, plan: 'agency' })).done();
  expect(await service.viewOf(account)).toEqual({ ...before, email: email.replace('bücher', 'xn--bcher-kva') });
  (await create({ email: account.email })).as(201, createdAccountShape);
});

test('R§10.23 PATCH /admin/accounts/{id}: a name is trimmed, replaced and removed, alone or with the e-mail; a repetition is not recorded', async () => {
  const account = await service.makeAccount();
  const before = await service.viewOf(account);
  const patch = (body: unknown) => service.admin('PATCH', `/accounts/${account.id}`, { body });
  const summary = async () =>
    (await service.admin('GET', `/accounts/${account.id}/summary`)).as(200, accountSummaryShape);
  const row = async () => (await list({ q: account.id }))[0];
  expect((await summary()).name).toBeNull();
  expect(await row()).not.toHaveProperty('name');
  (await patch({ name: 5 })).refused(400, 'name must be a string');
  (await patch({ name: '🦊'.repeat(201) })).refused(400, 'name too long');
  (await patch({ email: null, name: 'Agency North' })).refused(400, 'invalid email');
  expect(await summary()).toMatchObject({ name: null });

  (await patch({ name: '  Agency North ' })).done();
  expect([(await summary()).name, (await row())?.name]).toEqual(['Agency North', 'Agency North']);
  expect(await service.viewOf(account), 'the contract’s shape has no name').toEqual(before);
  (await patch({ name: 'Agency North' })).done();
  const email = `${unique()}@example.com`;
  (await patch({ email, name: 'Agency South' })).done();
  expect(await summary()).toMatchObject({ email, name: 'Agency South' });
  for (const name of ['   ', null]) (await patch({ name })).done();
  expect((await summary()).name).toBeNull();
  expect(await row()).not.toHaveProperty('name');

  const { actions } = (await service.admin('GET', '/actions', { query: { account_id: account.id, limit: 4 } })).as(
    200,
    z.object({ actions: z.array(actionShape), next_cursor: z.string() }),
  );
  expect(actions.map(({ action, actor_kind, detail }) => [action, actor_kind, detail])).toEqual([
    ['account.name', 'operator', { from: 'Agency South', to: null }],
    ['account.name', 'operator', { from: 'Agency North', to: 'Agency South' }],
    ['account.email', 'operator', { from: account.email, to: email }],
    ['account.name', 'operator', { from: null, to: 'Agency North' }],
  ]);
});

test('I§4 GET /accounts/{id} R§8.b3: an operator sees the account with its sites, newest first', async () => {
  const account = await service.makeAccount();
  expect(await service.viewOf(account)).toEqual({
    id: account.id,
    email: account.email,
    plan: 'pro',
    is_reseller: false,
    created_at: time,
    sites: [],
  });
  const group = await service.makeGroup(account);
  const sites = [await service.makeSite(account, { name: 'one', group_id: group.id }), await service.makeSite(account)];
  const row = (at: number, name: string | null) => ({
    id: sites[at]?.id,
    domain: sites[at]?.domain,
    site_url: `https://${sites[at]?.domain}/`,
    name,
    status: 'active',
    retention_days: 90,
    created_at: time,
    active_token_count: 1,
    account_id: account.id,
    rate_limit_rps: 10,
  });
  expect((await service.admin('GET', `/accounts/${account.id.toUpperCase()}`)).body).toMatchObject({ id: account.id });
  expect((await service.viewOf(account)).sites).toEqual([row(1, null), row(0, 'one')]);
});

test('I§4 GET /accounts R§8 GET /admin/accounts: rows carry counts and come newest first, in pages that show each account once', async () => {
  const word = unique();
  const made = [];
  for (let n = 0; n < 7; n += 1)
    made.push((await create({ email: `${word}-${n}@example.com`, plan: 'pro' })).as(201, createdAccountShape));
  const [first] = made;
  for (let n = 0; n < 2; n += 1) await service.makeSite({ id: first?.id ?? '' });
  await service.pauseAllButOldest({ id: first?.id ?? '' });
  await service.revokeSite(await service.makeSite({ id: first?.id ?? '' }));
  const all = await list({ q: word });
  expect(all).toEqual(
    made.toReversed().map((account) => ({
      ...account,
      sites_active: account === first ? 1 : 0,
      sites_paused: account === first ? 1 : 0,
    })),
  );
  const walked = [];
  for (let cursor = '', end = false; !end; end = cursor === '') {
    const { accounts, next_cursor } = (
      await service.admin('GET', '/accounts', { query: { q: word, limit: 3, cursor } })
    ).as(200, page);
    walked.push(...accounts);
    cursor = next_cursor;
  }
  expect(walked).toEqual(all);
  expect((await service.admin('GET', '/accounts', { query: { q: word, limit: 7 } })).as(200, page).next_cursor).toBe(
    '',
  );
});

test('R§8 GET /admin/accounts R§8.b6: q is an id or part of the e-mail in any case; plan and is_reseller narrow it; wildcards are ordinary characters', async () => {
  const word = unique();
  const pro = await service.makeAccount({ reseller: true });
  (await service.admin('PATCH', `/accounts/${pro.id}`, { body: { email: `${word}-a_b@example.com` } })).done();
  const starter = (await create({ email: `${word}-axb%@example.com`, plan: 'starter' })).as(201, createdAccountShape);
  const found = async (query: Record<string, string>) => (await list(query)).map(({ id }) => id);
  for (const q of [word.toUpperCase(), `${word}-a`]) expect(await found({ q })).toEqual([starter.id, pro.id]);
  expect(await found({ q: `${word}-a_b` })).toEqual([pro.id]);
  expect(await found({ q: `${word}-axb%` })).toEqual([starter.id]);
  for (const q of [`${word}%`, `${word}\\`, `${word}-.`]) expect(await found({ q })).toEqual([]);
  for (const id of [pro.id, pro.id.toUpperCase()]) expect(await found({ q: id })).toEqual([pro.id]);
  expect(await found({ q: word, plan: 'starter' })).toEqual([starter.id]);
  expect(await found({ q: word, is_reseller: 'true' })).toEqual([pro.id]);
  expect(await found({ q: word, is_reseller: 'false', plan: 'starter' })).toEqual([starter.id]);
  expect(await found({ q: word, plan: 'free' })).toEqual([]);
  expect(await found({ q: randomUUID() })).toEqual([]);
  expect((await found({ q: '' })).length).toBeGreaterThan(2);
});

test.each([
  ['plan=gold&is_reseller=x&limit=0', 'unknown plan'],
  ['plan=', 'unknown plan'],
  ['is_reseller=1&limit=0', 'invalid is_reseller'],
  ['is_reseller=TRUE', 'invalid is_reseller'],
  ['is_reseller=', 'invalid is_reseller'],
  ['is_reseller=true&is_reseller=true', 'invalid is_reseller'],
  ['limit=0&cursor=x', 'invalid limit'],
  ['limit=201', 'invalid limit'],
  ['limit=', 'invalid limit'],
  ['limit=5.0', 'invalid limit'],
  ['limit=5&limit=5', 'invalid limit'],
  ['cursor=x', 'invalid cursor'],
])('R§8.b6 R§2.4 GET /admin/accounts?%s: the first bad parameter answers', async (query, message) => {
  (await service.admin('GET', `/accounts?${query}`)).refused(400, message);
});

test('R§6.4 R§8.b6 a cursor is valid for its own list only, and cannot be altered', async () => {
  await service.makeAccount();
  const { next_cursor: cursor } = (await service.admin('GET', '/accounts', { query: { limit: 1 } })).as(200, page);
  (await service.admin('GET', '/actions', { query: { cursor } })).refused(400, 'invalid cursor');
  for (const wrong of [
    cursor.slice(0, -1),
    `${cursor}A`,
    cursor.toUpperCase() === cursor ? cursor.toLowerCase() : cursor.toUpperCase(),
    ` ${cursor}`,
  ]) {
    (await service.admin('GET', '/accounts', { query: { cursor: wrong } })).refused(400, 'invalid cursor');
  }
});

test('R§8 DELETE /admin/accounts/{id}?confirm=true R§5.6: it requires confirmation, then removes sites, keys, groups, events, domains and e-mail at once', async () => {
  const [account, other] = [await service.makeAccount(), await service.makeAccount()];
  const { key } = await service.makeGroupKey(account, await service.makeGroup(account));
  const [site, kept] = [await service.makeSite(account), await service.makeSite(other)];
  for (const one of [site, kept]) await service.ingest(one, [makeEvent({ message: one.id })]);
  const remove = (query: Record<string, string | string[]>) =>
    service.admin('DELETE', `/accounts/${account.id}`, { query });
  for (const query of [{}, { confirm: '' }, { confirm: 'false' }, { confirm: ['true', 'true'] }])
    (await remove(query)).refused(400, destructive);
  expect((await service.viewOf(account)).sites).toHaveLength(1);
  (await remove({ confirm: 'true' })).done();
  for (const token of [account.token, key])
    (await service.call('GET', '/account/me', { token })).refused(401, 'invalid token');
  (await site.call('GET', '/events')).refused(401, 'invalid token');
  (await site.call('POST', '/events', { body: makeEvent() })).refused(401, 'invalid token');
  (await remove({ confirm: 'true' })).refused(404, 'not found');
  (await service.admin('GET', `/accounts/${account.id}`)).refused(404, 'not found');
  (await service.admin('POST', `/sites/${site.id}/revoke`)).refused(404, 'not found');
  expect(await list({ q: account.email })).toEqual([]);
  const again = (await create({ email: account.email, plan: 'pro' })).as(201, createdAccountShape);
  expect((await (await service.makeSite(again, { domain: site.domain })).call('GET', '/events')).body).toMatchObject({
    events: [],
  });
  expect((await kept.call('GET', '/events')).body).toMatchObject({ events: [{ message: kept.id }] });
  const stored = async () =>
    (await service.db.work.query<{ n: number }>('SELECT count(*) AS n FROM event WHERE message = $1', [site.id])).rows;
  await expect.poll(stored).toEqual([{ n: 0 }]);
});
