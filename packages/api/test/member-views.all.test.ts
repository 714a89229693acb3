import { afterAll, beforeAll, expect, test } from 'vitest';

import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { sentenceOf } from './member-world.ts';
import { signIn } from './people-world.ts';

// Views of the log that members save, for themselves or for all (rulings §10.34).

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('the night desk', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

/** An account with a member of each kind. */
async function openMembers() {
  const account = await makeAccount(services, operator, 'pro');
  const { rowId: group } = await services.core.db.prisma.group.findFirstOrThrow({ where: { id: account.group.id } });
  const as = async (role: 'owner' | 'admin' | 'viewer', isOfGroup = false) => {
    const member = await signIn(services, account, { role, ...(isOfGroup ? { group } : {}) });
    const { views, actions, members } = services.callerOf(member).dashboard;
    return { views, actions, members, email: member.person.email, person: member.person };
  };
  return { account, as };
}
type Dashboard = Pick<ReturnType<TestServices['callerOf']>['dashboard'], 'views'>;
const namesOf = async ({ views }: Dashboard) => (await views.list()).views.map(({ name }) => name);

test('R§10.34 a member’s own views are seen by nobody else, and change and go at their word', async () => {
  const { as } = await openMembers();
  const [viewer, other] = [await as('viewer'), await as('owner')];
  const query = 'q=failed+login&severity=high,critical&range=30d';
  const saved = await viewer.views.save({ name: ' Sign-ins  that failed ', query: `?${query}` });
  expect(saved).toMatchObject({ name: 'Sign-ins  that failed', query, shared: false, created_by: viewer.email });
  expect((await viewer.views.list()).views).toEqual([saved]);
  expect(await namesOf(other)).toEqual([]);
  for (const foreign of [saved.id, crypto.randomUUID(), 'x']) {
    expect(await sentenceOf(other.views.update({ id: foreign, name: 'Mine' }))).toBe('not found');
    expect(await sentenceOf(other.views.delete({ id: foreign }))).toBe('not found');
  }
  await viewer.views.update({ id: saved.id, name: 'Sign-ins' });
  await viewer.views.update({ id: saved.id, query: '' });
  expect((await viewer.views.list()).views).toMatchObject([
    { name: 'Sign-ins', query: '', created_at: saved.created_at },
  ]);
  await viewer.views.delete({ id: saved.id });
  expect(await namesOf(viewer)).toEqual([]);
});

test('R§10.34 shared views are made, changed and deleted by owners and admins of the whole account, and recorded', async () => {
  const { account, as } = await openMembers();
  const [owner, admin, viewer] = [await as('owner'), await as('admin'), await as('viewer')];
  const [groupAdmin, client] = [await as('admin', true), await as('viewer', true)];
  const view = { name: 'Critical today', query: `severity=critical&range=1d&group=${account.group.id}` };
  for (const [member, refusal] of [
    [viewer, 'missing role: admin'],
    [client, 'missing role: admin'],
    [groupAdmin, 'whole account required'],
  ] as const)
    expect(await sentenceOf(member.views.save({ ...view, shared: true }))).toBe(refusal);
  const { id } = await admin.views.save({ ...view, shared: true });
  expect((await owner.views.list()).views).toMatchObject([{ ...view, shared: true, created_by: admin.email }]);
  for (const member of [viewer, groupAdmin, client]) {
    expect((await member.views.list()).views).toMatchObject([{ id, created_by: null }]);
    const refusal = member === groupAdmin ? 'whole account required' : 'missing role: admin';
    expect(await sentenceOf(member.views.update({ id, name: 'Mine' }))).toBe(refusal);
    expect(await sentenceOf(member.views.update({ id, shared: false }))).toBe(refusal);
    expect(await sentenceOf(member.views.delete({ id }))).toBe(refusal);
  }
  const mine = await viewer.views.save({ name: 'Mine', query: '' });
  expect(await sentenceOf(viewer.views.update({ id: mine.id, shared: true }))).toBe('missing role: admin');
  await owner.views.update({ id, name: 'Critical' });
  await owner.views.update({ id, name: 'Critical' });
  await owner.views.update({ id, shared: false });
  expect(await namesOf(admin)).toEqual([]);
  await owner.views.update({ id, shared: true, query: 'severity=critical' });
  await admin.views.delete({ id });
  const { actions } = await owner.actions.list({ action: 'view.share' });
  expect(actions.map(({ who, sentence }) => [who, sentence])).toEqual([
    [admin.email, 'no longer shares the view «\u2068Critical\u2069»'],
    [owner.email, 'shared the view «\u2068Critical\u2069»'],
    [owner.email, 'no longer shares the view «\u2068Critical\u2069»'],
    [owner.email, 'changed the view «\u2068Critical\u2069»'],
    [admin.email, 'shared the view «\u2068Critical today\u2069»'],
  ]);
});

test('R§10.34 a shared view that covers more than a member reaches is not listed for them, and one ends with the group or site that it names', async () => {
  const { account, as } = await openMembers();
  const [owner, client] = [await as('owner'), await as('viewer', true)];
  const { account: keyed } = services.callerOf(account.accountKey);
  const { id: other } = await keyed.groups.create({ name: 'Hospitals' });
  const share = (name: string, query: string) => owner.views.save({ name, query, shared: true });
  const all = await share('All', 'q=the+patient+of+room+7');
  await share('Own group', `group=${account.group.id.toUpperCase()}`);
  await share('Own site', `site=${account.site.id}&code=1`);
  const hidden = await share('Other group', `group=${other}`);
  await share('Other site', `site=${account.otherSite.id}`);
  await share('Own group, other site', `group=${account.group.id}&site=${account.otherSite.id}`);
  expect(await namesOf(owner)).toHaveLength(6);
  // Nor one of the whole account, whose words may be about events that they do not read.
  for (const member of [client, await as('admin', true)]) {
    expect(await namesOf(member)).toEqual(['Own group', 'Own site']);
    for (const { id } of [hidden, all]) {
      expect(await sentenceOf(member.views.update({ id, name: 'Mine' }))).toBe('not found');
      expect(await sentenceOf(member.views.delete({ id }))).toBe('not found');
    }
  }
  expect(await namesOf(await as('viewer'))).toHaveLength(6);
  // A site that moves out of the group takes its views out of sight.
  await keyed.sites.update({ id: account.site.id, group_id: null });
  expect(await namesOf(client)).toEqual(['Own group']);
  for (const query of [`site=${account.site.id}`, `group=${other}`])
    expect(await sentenceOf(client.views.save({ name: 'x', query }))).toBe('invalid query');
  await keyed.groups.delete({ id: other });
  await keyed.sites.delete({ id: account.otherSite.id, confirm: true });
  expect(await namesOf(owner)).toEqual(['All', 'Own group', 'Own site']);
});

test('R§10.34 names are unique among own and among shared views, and a query is that of an address', async () => {
  const { account, as } = await openMembers();
  const [owner, admin] = [await as('owner'), await as('admin')];
  await owner.views.save({ name: 'Logins', query: 'code=1' });
  const { id } = await owner.views.save({ name: 'Logins', query: 'code=2', shared: true });
  await admin.views.save({ name: 'Logins', query: 'code=3' });
  for (const shared of [true, false])
    expect(await sentenceOf(owner.views.save({ name: 'Logins', query: '', shared }))).toBe(
      'a view has this name already',
    );
  expect(await sentenceOf(owner.views.update({ id, shared: false }))).toBe('a view has this name already');
  const another = await makeAccount(services, operator, 'pro');
  for (const query of [
    'x'.repeat(2001),
    'q=a b',
    'q=ä',
    'site=x',
    `site=${account.site.id}&site=${account.otherSite.id}`,
    `site=${another.site.id}`,
    `group=${crypto.randomUUID()}`,
    `q=${account.accountKey.authorization.slice('Bearer '.length)}`,
    7,
  ])
    // The tests send what the types forbid.
    expect(await sentenceOf(owner.views.save({ name: 'x', query: query as string }))).toBe('invalid query');
  expect(await sentenceOf(owner.views.save({ name: 'x', query: `?${'x'.repeat(2000)}` }))).toBe('done');
  expect(await sentenceOf(owner.views.save({ name: ' ', query: '' }))).toBe('name required');
  expect(await sentenceOf(owner.views.save({ name: 'x'.repeat(201), query: '' }))).toBe('name too long');
  expect(await sentenceOf(owner.views.save({ name: 'y', query: '', shared: 1 as unknown as boolean }))).toBe(
    'shared must be a boolean',
  );
});

test('R§10.34 an account has a hundred shared views and a member a hundred of their own, also when many are saved at once', async () => {
  const { account, as } = await openMembers();
  const owner = await as('owner');
  const { prisma } = services.core.db;
  const { rowId: accountRowId } = await prisma.account.findFirstOrThrow({ where: { id: account.id } });
  const full = 'a hundred views already — delete one before saving another';
  for (const shared of [true, false]) {
    const personRowId = shared ? null : owner.person.rowId;
    await prisma.savedView.createMany({
      data: Array.from({ length: 98 }, (_, at) => ({
        accountRowId,
        personRowId,
        name: `view ${at}`,
        query: '',
        createdBy: owner.email,
      })),
    });
    const made = await Promise.all(
      Array.from({ length: 5 }, (_, at) => sentenceOf(owner.views.save({ name: `new ${at}`, query: '', shared }))),
    );
    expect(made.toSorted()).toEqual([full, full, full, 'done', 'done']);
  }
  expect(await namesOf(owner)).toHaveLength(200);
  const [own] = (await owner.views.list()).views.filter(({ shared, name }) => !shared && name === 'view 0');
  await owner.views.update({ id: own?.id ?? '', name: 'only mine' });
  expect(await sentenceOf(owner.views.update({ id: own?.id ?? '', shared: true }))).toBe(full);
});

test('R§10.34 a member’s own views end with the membership', async () => {
  const { account, as } = await openMembers();
  const [owner, viewer] = [await as('owner'), await as('viewer')];
  await viewer.views.save({ name: 'Mine', query: '' });
  await owner.views.save({ name: 'Ours', query: '', shared: true });
  await viewer.members.leave();
  const left = await services.core.db.prisma.savedView.findMany({ where: { account: { id: account.id } } });
  expect(left.map(({ name }) => name)).toEqual(['Ours']);
});
