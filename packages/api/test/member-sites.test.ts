import type { Role } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { refusalOf } from '../src/refusal.ts';
import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { signIn } from './people-world.ts';

// Sites and groups as members see and change them (rulings §10.31, §10.32).

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('writer', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

const sentenceOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => refusalOf(error).message,
  );
const newDomain = (): string => `${crypto.randomUUID()}.example.com`;

/** An account with a site in its group and one outside, and members of each kind. */
async function openAccount(plan = 'agency') {
  const account = await makeAccount(services, operator, plan);
  const { rowId: group } = await services.core.db.prisma.group.findFirstOrThrow({ where: { id: account.group.id } });
  const as = async (role: Role, ofGroup = false, more = {}) => {
    const member = await signIn(services, account, { role, ...(ofGroup ? { group } : {}), ...more });
    return services.callerOf(member).dashboard;
  };
  const create = (by: Awaited<ReturnType<typeof as>>, body: object = {}) => {
    const domain = newDomain();
    return by.sites.create({ domain, site_url: `https://${domain}/`, ...body });
  };
  const rowIdOf = async (id: string) => (await services.core.db.prisma.site.findFirstOrThrow({ where: { id } })).rowId;
  return { account, group, as, create, rowIdOf };
}

/** What the service would know of a site that has sent, or was refused. */
async function arrive(site: number, accepted: string | null, refused: string | null = null): Promise<void> {
  await services.core.db.work.query(
    `insert into site_arrival (site_no, last_accepted_at, last_refused_at, last_refusal)
     select $1, now() - $2::interval, now() - $3::interval, case when $3 is null then null else 'domain mismatch' end`,
    [site, accepted, refused],
  );
}

/** Events of the last days, as ages in UTC days. */
const accept = (account: number, site: number, ages: readonly number[]) =>
  services.core.db.work.query(
    `insert into accepted (account, site, day, events, bytes)
     select $1, $2, (now() at time zone 'utc')::date - age, 3, 1 from unnest($3::int[]) age`,
    [account, site, ages],
  );

test('R§10.31 R§10.45 sites are found by their health, the first that applies, page by page and within one group; groups by their names', async () => {
  const { account, as, create, rowIdOf } = await openAccount();
  const [owner, client] = [await as('owner'), await as('viewer', true)];
  const { rowId } = await services.core.db.prisma.account.findFirstOrThrow({ where: { id: account.id } });
  const make = async (name: string) => (await create(owner, { name, group_id: account.group.id })).site_id;
  const [ok, silent, again, refused, mute] = [
    await make('ok'),
    await make('silent'),
    await make('again'),
    await make('refused'),
    await make('mute'),
  ];
  const week = [9, 10, 11, 12, 13, 14, 15];
  await arrive(await rowIdOf(ok), '1 minute', '1 hour');
  await arrive(await rowIdOf(silent), '9 days');
  await accept(rowId, await rowIdOf(silent), week);
  await arrive(await rowIdOf(again), '9 days', '1 minute');
  await accept(rowId, await rowIdOf(again), week);
  await arrive(await rowIdOf(refused), null, '2 days');

  const namesOf = async (query: Parameters<typeof owner.sites.list>[0]) =>
    (await owner.sites.list(query)).sites.map(({ name }) => name);
  expect(await namesOf({ health: ['ok'] })).toEqual(['ok']);
  expect(await namesOf({ health: ['silent'] })).toEqual(['silent']);
  expect(await namesOf({ health: ['refused'] })).toEqual(['refused', 'again']);
  expect(await namesOf({ health: ['never'], group_id: account.group.id })).toEqual(['mute', null]);
  expect(await namesOf({ health: ['never', 'silent'], q: 'e' })).toEqual(['mute', 'silent', null, null]);
  expect(await namesOf({ health: ['ok'], status: ['paused'] })).toEqual([]);

  const first = await client.sites.list({ limit: 3, health: ['refused', 'silent', 'ok'] });
  const rest = await client.sites.list({ limit: 3, health: ['refused', 'silent', 'ok'], cursor: first.next_cursor });
  expect([...first.sites, ...rest.sites].map(({ id, health }) => [id, health])).toEqual([
    [refused, 'refused'],
    [again, 'refused'],
    [silent, 'silent'],
    [ok, 'ok'],
  ]);
  const [row] = (await owner.sites.list({ q: silent })).sites;
  expect(row?.silence?.sentence).toContain('(9 days)');
  expect(row).toMatchObject({ account_id: account.id, active_token_count: 1, last_refusal: null, keep_ip: true });
  const got = await client.sites.get({ id: again });
  expect(got).toMatchObject({
    health: 'refused',
    last_refusal: 'domain mismatch',
    silence: { last_day: expect.any(String) },
  });
  expect(await owner.sites.get({ id: mute })).toMatchObject({ health: 'never', kept: { events: 0 } });
  // The tests send what the types forbid.
  for (const health of ['', 'well', 5, [], ['ok', 'well']])
    expect(await sentenceOf(owner.sites.list({ health } as never))).toBe('invalid health');

  await accept(rowId, await rowIdOf(ok), [0, 1]);
  expect((await owner.groups.list({})).groups).toMatchObject([
    { id: account.group.id, site_count: 6, active_key_count: 1, events_today: 3, silent_sites: 2 },
  ]);
  expect(await client.groups.get({ id: account.group.id })).toEqual((await owner.groups.list({ q: 'sHOp' })).groups[0]);
  expect((await owner.groups.list({ q: 'nobody' })).groups).toEqual([]);

  // R§10.45
  expect(await namesOf({ sort: 'busiest', limit: 3 })).toEqual(['again', 'silent', 'ok']);
  expect(await owner.sites.list({ sort: 'busiest', limit: 1 })).toMatchObject({ next_cursor: '' });
  expect(await sentenceOf(owner.sites.list({ sort: 'oldest' } as never))).toBe('invalid sort');
  await create(owner, { name: 'alone' });
  expect(await namesOf({ group_id: 'none' })).toEqual(['alone', null]);
  expect(await sentenceOf(client.sites.list({ group_id: 'none' }))).toBe('not found');
  const all = { groups: [{ id: account.group.id, name: 'Shops', site_count: 6 }], more: 0, ungrouped: 2 };
  expect(await owner.groups.names({})).toEqual(all);
  await owner.groups.create({ name: 'Clinics' });
  expect(await owner.groups.names({ limit: 1 })).toMatchObject({ groups: [{ name: 'Clinics' }], more: 1 });
  expect(await owner.groups.names({ q: account.group.id.toUpperCase() })).toEqual(all);
  expect(await owner.groups.names({ q: 'nobody' })).toEqual({ ...all, groups: [] });
  expect(await client.groups.names({})).toEqual({ ...all, ungrouped: 0 });
  expect(await sentenceOf(owner.groups.names({ limit: 501 }))).toBe('invalid limit');
});

test('R§10.31 an admin of one group acts on its sites alone: a new site goes into it, and moving needs the whole account', async () => {
  const { account, as, create } = await openAccount();
  const [owner, admin] = [await as('owner'), await as('admin', true)];
  const { site_id: id, token, prefix } = await create(admin);
  expect(await admin.sites.get({ id })).toMatchObject({ group_id: account.group.id, active_token_count: 1 });
  expect(token).toContain(prefix);
  for (const group_id of [null, crypto.randomUUID()])
    expect(await sentenceOf(create(admin, { group_id }))).toBe('not found');
  await admin.sites.update({ id, name: 'Shop' });
  for (const group_id of [null, account.group.id, 5 as never]) {
    expect(await sentenceOf(admin.sites.update({ id, group_id }))).toBe('whole account required');
    expect(await sentenceOf(admin.sites.update({ id: 'x', group_id }))).toBe('whole account required');
  }
  expect(await sentenceOf(admin.sites.move({ ids: [id], group_id: null }))).toBe('whole account required');
  const second = await admin.sites.tokens.create({ id, access: 'send' });
  expect(await sentenceOf(admin.sites.tokens.create({ id }))).toBe(
    'two active keys already — revoke one before minting another',
  );
  await admin.sites.tokens.revoke({ id, prefix });
  expect((await admin.sites.tokens.list({ id })).tokens).toMatchObject([
    { prefix: second.prefix, access: 'send', revoked_at: null },
    { prefix, revoked_at: expect.any(String) },
  ]);
  const { actions } = await owner.actions.list({ action: 'site_key.revoke' });
  expect(actions).toMatchObject([{ who_kind: 'member', sentence: expect.stringContaining(prefix) }]);
});

test('R§10.5 R§10.6 foreign, unknown and malformed ids are the same 404 for every procedure of sites and groups', async () => {
  const { account, as } = await openAccount();
  const foreign = await makeAccount(services, operator, 'agency');
  const [owner, admin] = [await as('owner'), await as('admin', true)];
  const reached = (by: typeof owner, site: string) => [
    () => by.sites.get({ id: site }),
    () => by.sites.update({ id: site, name: 'x' }),
    () => by.sites.activate({ id: site }),
    () => by.sites.delete({ id: site, domain: '' }),
    () => by.sites.tokens.list({ id: site }),
    () => by.sites.tokens.create({ id: site }),
    () => by.sites.tokens.revoke({ id: site, prefix: account.otherSite.prefix }),
    () => by.sites.setKeepIp({ id: site, keep_ip: false }),
  ];
  for (const id of [foreign.site.id, crypto.randomUUID(), 'x', ''])
    for (const work of reached(owner, id)) expect(await sentenceOf(work())).toBe('not found');
  for (const work of reached(admin, account.otherSite.id)) expect(await sentenceOf(work())).toBe('not found');
  for (const id of [foreign.group.id, crypto.randomUUID(), 'x', ''])
    for (const work of [
      () => owner.sites.list({ group_id: id }),
      () => admin.sites.list({ group_id: id }),
      () => owner.sites.update({ id: account.site.id, group_id: id }),
      () => owner.sites.move({ ids: [account.site.id], group_id: id }),
      () => owner.groups.get({ id }),
      () => owner.groups.update({ id, name: 'x' }),
      () => owner.groups.delete({ id }),
      () => owner.groups.keys.list({ id }),
      () => owner.groups.keys.revoke({ id, prefix: foreign.groupKey.prefix }),
    ])
      expect(await sentenceOf(work())).toBe('not found');
  const own = await owner.groups.create({ name: 'Hospitals' });
  expect(await sentenceOf(admin.groups.get({ id: own.id }))).toBe('not found');
  expect(await sentenceOf(admin.sites.list({ group_id: own.id }))).toBe('not found');
});

test('R§10.31 sites move together or not at all, and only those that changed their group are recorded', async () => {
  const { account, as, create } = await openAccount();
  const owner = await as('owner');
  const foreign = await makeAccount(services, operator, 'agency');
  const { site_id: third } = await create(owner);
  const ids = [account.site.id, account.otherSite.id.toUpperCase(), third, third];
  const groupsOf = async () => (await owner.sites.list({})).sites.map(({ group_name }) => group_name);
  for (const bad of [foreign.site.id, crypto.randomUUID(), 'x', 5 as never])
    expect(await sentenceOf(owner.sites.move({ ids: [...ids, bad], group_id: account.group.id }))).toBe('not found');
  expect(await sentenceOf(owner.sites.move({ ids: [third] }))).toBe('not found');
  expect(await groupsOf()).toEqual([null, null, 'Shops']);
  expect(await owner.sites.move({ ids, group_id: account.group.id })).toEqual({ moved: 2 });
  expect(await groupsOf()).toEqual(['Shops', 'Shops', 'Shops']);
  expect(await owner.sites.move({ ids, group_id: null })).toEqual({ moved: 3 });
  const { actions } = await owner.actions.list({ action: 'site.update' });
  expect(actions.map(({ sentence }) => sentence.replaceAll(/[\u2068\u2069]/g, ''))).toEqual([
    ...Array.from({ length: 3 }, () => 'took the site out of its group'),
    ...Array.from({ length: 2 }, () => 'moved the site into the group «Shops»'),
  ]);
  expect(new Set(actions.map(({ site_domain }) => site_domain)).size).toBe(3);
  for (const wrong of [[], Array.from({ length: 201 }, () => third)])
    expect(await sentenceOf(owner.sites.move({ ids: wrong, group_id: null }))).toBe('ids must hold 1 to 200 ids');
  // The tests send what the types forbid.
  expect(await sentenceOf(owner.sites.move({ ids: 'x', group_id: null } as never))).toBe('ids must be an array');
});

test('R§10.31 R§10.15 a site is deleted once its domain is typed, in any of its spellings', async () => {
  const { as, create, account } = await openAccount();
  const [admin, stale] = [await as('admin'), await as('admin', false, { isUnconfirmed: true })];
  const domain = `bücher-${crypto.randomUUID()}.example`;
  const { site_id: id } = await create(admin, { domain });
  // The tests send what the types forbid.
  for (const typed of ['', 'example.com', account.site.domain, 5 as never, undefined as never])
    expect(await sentenceOf(admin.sites.delete({ id, domain: typed }))).toBe('type the domain of the site');
  expect(await sentenceOf(stale.sites.delete({ id, domain }))).toBe('confirm that it is you');
  expect(await sentenceOf(admin.sites.delete({ id, domain: ` ${domain.toUpperCase()}` }))).toBe('done');
  expect(await sentenceOf(admin.sites.get({ id }))).toBe('not found');
  const { actions } = await admin.actions.list({ action: 'site.delete' });
  expect(actions).toMatchObject([{ who_kind: 'member' }]);
});

test('R§10.35 R§10.15 several sites are deleted together or not at all, once their number is typed; each deletion is recorded', async () => {
  const { as, create, account } = await openAccount();
  const [admin, stale] = [await as('admin'), await as('admin', false, { isUnconfirmed: true })];
  const foreign = await makeAccount(services, operator, 'agency');
  const { site_id: third } = await create(admin);
  const ids = [account.site.id, third.toUpperCase(), third];
  const listed = async () => (await admin.sites.list({})).sites.map(({ id }) => id);
  const before = await listed();
  const remove = (all: unknown[], typed: unknown, by = admin) =>
    // The tests send what the types forbid.
    sentenceOf(by.sites.deleteSeveral({ ids: all, typed } as never));
  for (const typed of ['', 'delete 3 sites', 'delete 1 site', 'delete', 5])
    expect(await remove(ids, typed)).toBe('type how many sites are deleted');
  for (const bad of [foreign.site.id, crypto.randomUUID(), 'x', 5])
    expect(await remove([...ids, bad], 'delete 3 sites')).toBe('not found');
  for (const wrong of [[], Array.from({ length: 201 }, () => third)])
    expect(await remove(wrong, 'delete 1 site')).toBe('ids must hold 1 to 200 ids');
  expect(await remove(ids, 'delete 2 sites', stale)).toBe('confirm that it is you');
  expect(await remove(ids, 'delete 2 sites', await as('admin', true))).toBe('whole account required');
  expect(await listed()).toEqual(before);
  expect(await admin.sites.deleteSeveral({ ids, typed: ' Delete 2 sites' })).toEqual({ deleted: 2 });
  expect(await listed()).toEqual([account.otherSite.id]);
  expect(await sentenceOf(services.callerOf(account.siteKey).read.events.list({}))).toBe('invalid token');
  const { actions } = await admin.actions.list({ action: 'site.delete' });
  expect(actions).toHaveLength(2);
  expect(await remove(ids, 'delete 2 sites')).toBe('not found');
});

test('R§10.31 limits of the plan hold for members as for keys', async () => {
  const { account, as, create } = await openAccount('free');
  const owner = await as('owner');
  expect(await sentenceOf(create(owner))).toBe('plan site limit reached');
  // The downgrade to the free plan paused the newest site.
  expect(await sentenceOf(owner.sites.activate({ id: account.otherSite.id }))).toBe('plan site limit reached');
  expect(await sentenceOf(owner.sites.create({ domain: 'no domain', site_url: 'https://x.example/' }))).toBe(
    'invalid domain',
  );
});

test('R§10.32 groups are made, renamed and deleted, and their keys listed and revoked, by members of the whole account', async () => {
  const { account, as } = await openAccount();
  const [owner, client] = [await as('admin'), await as('admin', true)];
  const { id } = await owner.groups.create({ name: ' Hospitals ', external_ref: 'h1' });
  expect(await sentenceOf(owner.groups.create({ name: 'Shops' }))).toBe('group name already exists');
  expect(await sentenceOf(owner.groups.create({ name: ' ' }))).toBe('name required');
  await owner.groups.update({ id, name: 'Clinics' });
  expect(await owner.groups.get({ id })).toMatchObject({ name: 'Clinics', external_ref: 'h1', site_count: 0 });
  expect((await client.groups.list({})).groups.map(({ name }) => name)).toEqual(['Shops']);
  const { keys } = await owner.groups.keys.list({ id: account.group.id });
  expect(keys).toMatchObject([{ prefix: account.groupKey.prefix, revoked_at: null }]);
  await owner.groups.keys.revoke({ id: account.group.id, prefix: account.groupKey.prefix });
  expect(await sentenceOf(services.callerOf(account.groupKey).account.me())).toBe('invalid token');
  await owner.groups.delete({ id: account.group.id });
  expect(await sentenceOf(client.groups.list({}))).toBe('not found');
  const { actions } = await owner.actions.list({ limit: 8 });
  const acts = actions.filter(({ action }) => action !== 'member.enter').slice(0, 5);
  expect(acts.map(({ action, who_kind }) => `${who_kind} ${action}`)).toEqual([
    'member group.delete',
    'member member.remove',
    'member group_key.revoke',
    'member group.update',
    'member group.create',
  ]);
});
