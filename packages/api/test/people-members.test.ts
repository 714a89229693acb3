import { inAllRun } from '@goal/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { refusalOf } from '../src/refusal.ts';
import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { signIn } from './people-world.ts';

// Members, invitations, keys and the record, as the dashboard asks for them (rulings §10).

const password = 'correct horse battery';
let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('the night desk', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

const visitor = { address: '192.0.2.1', userAgent: 'a browser' };
const newEmail = (): string => `${crypto.randomUUID()}@example.com`;
const newAccount = () => makeAccount(services, operator, 'pro');
const callerOf = (credential: Credential) => services.callerOf(credential);
const entry = () => callerOf({ visitor }).entry;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => refusalOf(error).code,
  );
const sentenceOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => refusalOf(error).message,
  );

/** Joins by a link. Returns the caller of the person in the account. */
async function joined(account: { id: string }, link: string) {
  const [page, token = ''] = link.split('#');
  expect(page).toBe('http://localhost:3001/join');
  const began = await entry().join({ token, name: 'Mia', password });
  return { authorization: bearer(began.token), accountId: account.id };
}

test('R§10.3 an owner invites, the link opens the account once, with the role and the reach', async () => {
  const account = await newAccount();
  const { dashboard } = callerOf(await signIn(services, account, { role: 'owner' }));
  const email = newEmail();
  const { link, mailed } = await dashboard.members.invite({
    email: ` ${email.toUpperCase()} `,
    role: 'viewer',
    group_id: account.group.id,
  });
  expect(mailed).toBe(false);
  const token = link.split('#')[1] ?? '';
  expect(await entry().invitation({ token })).toMatchObject({ email, role: 'viewer', group_name: 'Shops' });
  const client = await joined(account, link);
  expect(await codeOf(entry().join({ token, password }))).toBe('not_found');
  expect(await callerOf(client).dashboard.me()).toMatchObject({
    role: 'viewer',
    group: { id: account.group.id, name: 'Shops' },
    usage: { sites_active: 1, groups: 1 },
  });
  expect(await callerOf(client).me.get()).toMatchObject({ email, name: 'Mia', email_proven_at: null });
});

test('R§10.3 roles and e-mails are judged by their sentences', async () => {
  const account = await newAccount();
  const { dashboard } = callerOf(await signIn(services, account, { role: 'owner' }));
  const admin = callerOf(await signIn(services, account, { role: 'admin' })).dashboard;
  const invite = (body: object, by = dashboard) =>
    // The tests send what the types forbid.
    sentenceOf(by.members.invite({ email: newEmail(), role: 'viewer', group_id: null, ...body } as never));
  expect(await invite({ role: 'king' })).toBe('invalid role');
  expect(await invite({ role: undefined })).toBe('invalid role');
  expect(await invite({ role: 'owner', group_id: account.group.id })).toBe('invalid role');
  expect(await invite({ email: 'no e-mail' })).toBe('invalid email');
  expect(await invite({ role: 'owner' }, admin)).toBe('missing role: owner');
});

test('R§10.4 R§10.3 a member who is removed or lowered is judged anew at the next request', async () => {
  const account = await newAccount();
  const { dashboard } = callerOf(await signIn(services, account, { role: 'owner' }));
  const admin = await signIn(services, account, { role: 'admin' });
  const own = callerOf(admin).dashboard;
  expect(await codeOf(own.keys.list())).toBe('done');
  const id = (await dashboard.members.list()).members.find(({ email }) => email === admin.person.email)?.id ?? '';
  await dashboard.members.update({ id, role: 'viewer' });
  expect(await codeOf(own.keys.list())).toBe('missing_role_admin');
  await dashboard.members.remove({ id });
  expect(await codeOf(own.me())).toBe('not_found');
  expect(await codeOf(callerOf(admin).me.get())).toBe('done');
});

test('R§10.3 when a key deletes the group, its client is out and reaches nothing more', async () => {
  const account = await newAccount();
  const { dashboard } = callerOf(await signIn(services, account, { role: 'owner' }));
  const { link } = await dashboard.members.invite({ email: newEmail(), role: 'admin', group_id: account.group.id });
  const client = await joined(account, link);
  expect(await codeOf(callerOf(client).dashboard.me())).toBe('done');
  await callerOf(account.accountKey).account.groups.delete({ id: account.group.id });
  const met = callerOf(client).dashboard;
  expect([await codeOf(met.me()), await codeOf(met.keys.list()), await codeOf(met.members.list())]).toEqual([
    'not_found',
    'not_found',
    'not_found',
  ]);
  expect(await callerOf(client).me.get()).toMatchObject({ memberships: [] });
});

test('R§10.16 R§10.22 keys are listed with who made them; a free account’s key waits for a paid plan', async () => {
  const account = await makeAccount(services, operator, 'free');
  const owner = await signIn(services, account, { role: 'owner' });
  const { keys } = callerOf(owner).dashboard;
  const { key, prefix } = await keys.create({ name: 'warehouse' });
  const listed = (await keys.list()).keys;
  expect(listed).toMatchObject([
    { prefix, name: 'warehouse', created_by: owner.person.email, revoked_at: null },
    { prefix: account.accountKey.prefix, created_by: 'the provider' },
  ]);
  await services.core.db.prisma.accountKey.updateMany({ where: { prefix }, data: { createdBy: null } });
  expect((await keys.list()).keys[0]).toMatchObject({ prefix, created_by: 'the provider' });
  expect(await codeOf(callerOf({ authorization: bearer(key) }).account.me())).toBe('paid_plan');
  const { keys: seen } = await callerOf(operator).admin.accounts.keys.list({ id: account.id });
  expect(seen[0]).not.toHaveProperty('created_by');
  await keys.revoke({ prefix });
  expect(await codeOf(callerOf({ authorization: bearer(key) }).account.me())).toBe('invalid_token');
});

inAllRun(() => {
  test('R§10.3 renewing voids the link, revoking ends it, and the list names who invited', async () => {
    const account = await newAccount();
    const owner = await signIn(services, account, { role: 'owner' });
    const { dashboard } = callerOf(owner);
    const email = newEmail();
    const first = await dashboard.members.invite({ email, role: 'admin', group_id: null });
    const second = await dashboard.invitations.renew({ id: first.id });
    const peek = (link: string) => codeOf(entry().invitation({ token: link.split('#')[1] ?? '' }));
    expect([await peek(first.link), await peek(second.link)]).toEqual(['not_found', 'done']);
    const { invitations } = await dashboard.members.list();
    expect(invitations).toMatchObject([
      { id: first.id, email, role: 'admin', group: null, created_by: owner.person.email },
    ]);
    expect(JSON.stringify(invitations)).not.toContain('goal_inv_');
    await dashboard.invitations.revoke({ id: first.id });
    expect(await peek(second.link)).toBe('not_found');
    expect((await dashboard.members.list()).invitations).toEqual([]);
  });

  test('R§10.3 a viewer sees names and roles alone, and a member of one group those of the group', async () => {
    const account = await newAccount();
    const { rowId: group } = await services.core.db.prisma.group.findFirstOrThrow({ where: { id: account.group.id } });
    const owner = await signIn(services, account, { role: 'owner', secondFactor: true });
    const viewer = await signIn(services, account, { role: 'viewer' });
    const client = await signIn(services, account, { role: 'admin', group });
    await callerOf(owner).dashboard.members.invite({ email: newEmail(), role: 'viewer', group_id: null });
    const listed = await callerOf(owner).dashboard.members.list();
    expect(listed.members).toMatchObject([
      { email: owner.person.email, role: 'owner', group: null, second_factor: true, current: true },
      { email: viewer.person.email, role: 'viewer', second_factor: false, seen_at: null, current: false },
      { email: client.person.email, role: 'admin', group: { id: account.group.id } },
    ]);
    expect(listed.members[0]?.seen_at).not.toBeNull();
    expect(listed.invitations).toHaveLength(1);
    const nothing = { email: null, group: null, created_at: null, seen_at: null, second_factor: null };
    const seen = await callerOf(viewer).dashboard.members.list();
    expect(seen.members).toMatchObject([
      { ...nothing, role: 'owner', current: false },
      { ...nothing, role: 'viewer', current: true },
      { ...nothing, role: 'admin', current: false },
    ]);
    expect(seen.invitations).toEqual([]);
    const own = await callerOf(client).dashboard.members.list();
    expect(own).toMatchObject({ members: [{ ...nothing, role: 'admin', current: true }], invitations: [] });
  });

  test('R§10.3 who leaves is out at the next request; an only owner stays', async () => {
    const account = await newAccount();
    const owner = callerOf(await signIn(services, account, { role: 'owner' })).dashboard;
    const viewer = callerOf(await signIn(services, account, { role: 'viewer' })).dashboard;
    await viewer.members.leave();
    expect(await codeOf(viewer.me())).toBe('not_found');
    expect(await codeOf(owner.members.leave())).toBe('last_owner');
  });

  test('R§10.2 a deleted account takes its members’ way in along', async () => {
    const account = await newAccount();
    const owner = callerOf(await signIn(services, account, { role: 'owner' }));
    expect(await codeOf(owner.dashboard.me())).toBe('done');
    await callerOf(operator).admin.accounts.delete({ id: account.id, confirm: true });
    expect(await codeOf(owner.dashboard.me())).toBe('not_found');
    expect(await owner.me.get()).toMatchObject({ memberships: [] });
  });

  test('R§12.1 a member makes a key that only reads; the list, the operator and the record say so', async () => {
    const account = await newAccount();
    const { dashboard } = callerOf(await signIn(services, account, { role: 'owner' }));
    const made = await dashboard.keys.create({ name: 'report', access: 'read' });
    expect(made.access).toBe('read');
    const [listed, older] = (await dashboard.keys.list()).keys;
    expect([Object.keys(listed ?? {}).at(-1), listed?.access]).toEqual(['access', 'read']);
    expect(older).not.toHaveProperty('access');
    const { actions } = await dashboard.actions.list({ action: 'account_key.create', limit: 1 });
    expect(actions[0]?.sentence).toContain(', which may only read');
    const program = callerOf({ authorization: bearer(made.key) }).account;
    expect(await codeOf(program.me())).toBe('done');
    expect(await codeOf(program.groups.create({ name: 'North' }))).toBe('read_only_key');
    // The tests send what the types forbid.
    const refusedWith = (access: unknown) => sentenceOf(dashboard.keys.create({ access } as never));
    expect([await refusedWith(5), await refusedWith('send'), await refusedWith(null)]).toEqual([
      'access must be a string',
      'invalid access',
      'done',
    ]);
  });

  test('R§10.17 the record tells members by their e-mail and operators as «the provider», in sentences', async () => {
    const account = await newAccount();
    const owner = await signIn(services, account, { role: 'owner' });
    const { dashboard } = callerOf(owner);
    const invited = newEmail();
    await dashboard.members.invite({ email: invited, role: 'admin', group_id: null });
    const { actions } = await dashboard.actions.list({ limit: 200 });
    const told = (sentence: string): string => sentence.replaceAll(/[\u2068\u2069]/g, '');
    expect(actions.slice(0, 2).map(({ who, who_kind, sentence }) => [who, who_kind, told(sentence)])).toEqual([
      [owner.person.email, 'member', `invited «${invited}» as admin`],
      [owner.person.email, 'member', 'opened the account in the dashboard'],
    ]);
    const first = actions.at(-1);
    expect(first).toMatchObject({ who: 'the provider', who_kind: 'provider', action: 'account.create' });
    expect(actions.find(({ action }) => action === 'site.create')?.site_domain).toBe(account.otherSite.domain);
    expect(JSON.stringify(actions)).not.toContain('the night desk');
  });

  test('R§10.17 the record is filtered and paged, and no filter tells the name of an operator’s token', async () => {
    const account = await newAccount();
    const owner = await signIn(services, account, { role: 'owner' });
    const { dashboard } = callerOf(owner);
    await dashboard.keys.create({ name: 'a' });
    const whoOf = async (query: object) => [
      ...new Set((await dashboard.actions.list({ limit: 200, ...query })).actions.map(({ who }) => who)),
    ];
    expect(await whoOf({ actor: 'the night desk' })).toEqual([]);
    expect(await whoOf({ actor: 'the provider' })).toEqual(['the provider']);
    expect(await whoOf({ actor: owner.person.email })).toEqual([owner.person.email]);
    expect(await whoOf({ actor: account.accountKey.prefix })).toEqual([account.accountKey.prefix]);
    expect(await whoOf({ to: '2020-01-01' })).toEqual([]);
    const keys = await dashboard.actions.list({ action: 'account_key.create' });
    expect(keys.actions.map(({ who }) => who)).toEqual([owner.person.email, 'the provider']);
    const page = await dashboard.actions.list({ action: 'account_key.create', limit: 1 });
    const rest = await dashboard.actions.list({ action: 'account_key.create', cursor: page.next_cursor });
    expect([...page.actions, ...rest.actions]).toEqual(keys.actions);
    const other = callerOf(await signIn(services, await newAccount(), { role: 'owner' })).dashboard;
    expect((await other.actions.list({ actor: owner.person.email })).actions).toEqual([]);
    expect(await codeOf(other.actions.list({ cursor: 'x' }))).toBe('invalid_cursor');
  });

  test('R§10.23 R§10.41 an owner names the account; its e-mail needs a code, and without a mail server nobody sends one', async () => {
    const account = await newAccount();
    const { dashboard } = callerOf(await signIn(services, account, { role: 'owner' }));
    const { email } = await dashboard.me();
    expect(await sentenceOf(dashboard.account.update({ name: 'x'.repeat(201) }))).toBe('name too long');
    const alsoAnEmail = { name: ' Agency North ', email: newEmail() };
    await dashboard.account.update(alsoAnEmail);
    expect(await dashboard.me()).toMatchObject({ name: 'Agency North', email });
    expect(await callerOf(account.accountKey).account.me()).not.toHaveProperty('name');
    const attempt = { ceremony: 'x'.repeat(32), code: 'AAAA AAAA' };
    expect(await sentenceOf(dashboard.account.email.ask({ email: newEmail() }))).toBe('not found');
    expect(await sentenceOf(dashboard.account.email.give(attempt))).toBe('not found');
    await dashboard.account.update({ name: null });
    expect(await dashboard.me()).toMatchObject({ name: null });
  });

  test('R§10.24 an owner requires a second factor of everybody, from the next request on', async () => {
    const account = await newAccount();
    const owner = callerOf(await signIn(services, account, { role: 'owner', secondFactor: true })).dashboard;
    const viewer = callerOf(await signIn(services, account, { role: 'viewer' })).dashboard;
    expect(await codeOf(viewer.me())).toBe('done');
    const unproven = callerOf(await signIn(services, account, { role: 'owner' })).dashboard;
    expect(await codeOf(unproven.account.update({ name: 'Agency', second_factor: true }))).toBe('second_factor_first');
    expect(await unproven.me()).toMatchObject({ name: null, second_factor: false });
    await unproven.account.update({ second_factor: false });
    await owner.account.update({ second_factor: true });
    await owner.account.update({ second_factor: true });
    expect([await codeOf(viewer.me()), await codeOf(owner.me())]).toEqual(['second_factor_required', 'done']);
    await owner.account.update({ second_factor: false });
    expect(await codeOf(viewer.me())).toBe('done');
    const { actions } = await owner.actions.list({ action: 'account.second_factor' });
    expect(actions.map(({ sentence }) => sentence)).toEqual([
      'no longer requires a second factor of the members',
      'requires a second factor of the members',
    ]);
  });
});
