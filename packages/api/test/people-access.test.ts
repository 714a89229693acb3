import { DomainError } from '@goal/contract';
import { TokenBuckets } from '@goal/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { proceduresOf } from '../src/procedures.ts';
import { refusalOf } from '../src/refusal.ts';
import { appRouter } from '../src/router.ts';
import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { accesses, findsFirst, nameOf, procedures, type PeopleAccess } from './people-procedures.ts';
import { signIn } from './people-world.ts';
import { outcomeOf } from './access-credentials.ts';

// Which person may do what (rulings §10.6): the access of each procedure of people, and what each
// session meets at each access.

type Expected = Partial<Record<Exclude<PeopleAccess, 'entry'>, string>>;
const everywhere = (outcome: string): Expected => ({
  person: outcome,
  member: outcome,
  admin: outcome,
  adminOfAll: outcome,
  owner: outcome,
});
/** A person whom the account does not know, or who names no account. */
const outside: Expected = { ...everywhere('admitted, then not_found'), person: 'admitted' };

const rows: readonly (readonly [title: string, session: string, expected: Expected])[] = [
  ['R§10.4 a session that was ended', 'ended', everywhere('invalid_token')],
  ['R§10.4 a session after its 30 days', 'expired', everywhere('invalid_token')],
  ['R§10.4 a session that was not used for 7 days', 'idle', everywhere('invalid_token')],
  ['R§10.4 a session with a wrong secret', 'guessed', everywhere('invalid_token')],
  ['R§10.4 an account key', 'accountKey', everywhere('invalid_token')],
  ['R§10.4 a group key', 'groupKey', everywhere('invalid_token')],
  ['R§10.4 a site key', 'siteKey', everywhere('invalid_token')],
  ['R§10.4 an admin token', 'adminToken', everywhere('invalid_token')],
  ['R§10.4 no header', 'none', everywhere('missing_token')],
  ['R§10.5 a member who names no account', 'unnamed', outside],
  ['R§10.5 a member who names an account that does not exist', 'unknown', outside],
  ['R§10.5 a member who names another account', 'foreign', outside],
  ['R§10.2 a person without a membership', 'stranger', outside],
  ['R§10.3 an owner', 'owner', everywhere('admitted')],
  ['R§10.3 an admin', 'admin', { ...everywhere('admitted'), owner: 'missing_role_owner' }],
  [
    'R§10.3 a viewer',
    'viewer',
    { ...everywhere('missing_role_admin'), person: 'admitted', member: 'admitted', owner: 'missing_role_owner' },
  ],
  [
    'R§10.3 an admin of one group',
    'groupAdmin',
    { ...everywhere('admitted'), adminOfAll: 'whole_account_required', owner: 'missing_role_owner' },
  ],
  [
    'R§10.6 a viewer of one group: the role comes before the reach',
    'groupViewer',
    { ...everywhere('missing_role_admin'), person: 'admitted', member: 'admitted', owner: 'missing_role_owner' },
  ],
  ['R§10.3 a member whose group was deleted', 'groupGone', outside],
  ['R§10.3 a member who was removed', 'removed', outside],
  ['R§10.7 an owner over the rate', 'spent', everywhere('rate_limited')],
  ['R§10.7 a reseller’s owner over the rate', 'resellerSpent', everywhere('rate_limited')],
  ['R§10.7 an owner of a free account', 'free', everywhere('admitted')],
  [
    'R§10.24 an owner without the second factor that the account wants',
    'plain',
    { ...everywhere('second_factor_required'), person: 'admitted' },
  ],
  ['R§10.24 an owner with it', 'secondFactor', everywhere('admitted')],
  ['R§10.30 an owner on their own page', 'ownPage', everywhere('admitted')],
  ['R§10.30 an owner on the page of somebody else', 'foreignPage', everywhere('admitted, then another_person')],
  ['R§10.30 an owner on a page that names no id', 'namelessPage', everywhere('admitted, then another_person')],
  ['R§10.30 R§10.6 a person without a membership there', 'strangersPage', everywhere('admitted, then another_person')],
];

let services: TestServices;
let sessions: Record<string, Credential>;
beforeAll(async () => {
  services = await openServices();
  sessions = await makeSessions();
});
afterAll(() => services.close());

async function makeSessions(): Promise<Record<string, Credential>> {
  const { token } = await services.adminToken('writer', 'admin:write');
  const operator = { authorization: bearer(token) };
  const make = (plan: string) => makeAccount(services, operator, plan);
  const { prisma } = services.core.db;
  const own = await make('pro');
  const another = await make('pro');
  const reseller = await make('free');
  await services.callerOf(operator).admin.accounts.setReseller({ id: reseller.id, enabled: true });
  const strict = await make('pro');
  await prisma.account.update({ where: { id: strict.id }, data: { secondFactor: true } });
  const emptied = await make('pro');
  const groupOf = async (id: string) => (await prisma.group.findFirstOrThrow({ where: { id } })).rowId;
  const group = await groupOf(own.group.id);
  const owner = await signIn(services, own, { role: 'owner' });
  const groupGone = await signIn(services, emptied, { role: 'viewer', group: await groupOf(emptied.group.id) });
  await services.callerOf(emptied.accountKey).account.groups.delete({ id: emptied.group.id });
  const removed = await signIn(services, own, { role: 'admin' });
  const ownPage = await signIn(services, own, { role: 'owner' });
  const stranger = await signIn(services, own, {});
  await prisma.membership.deleteMany({ where: { personRowId: removed.person.rowId } });
  const spent = async (credential: Credential): Promise<Credential> => {
    const limiter = new TokenBuckets(() => 0);
    while ((await outcomeOf(services, 'me.get', { ...credential, limiter })) !== 'rate_limited');
    return { ...credential, limiter };
  };
  return {
    none: {},
    ended: await signIn(services, own, { role: 'owner', session: 'ended' }),
    expired: await signIn(services, own, { role: 'owner', session: 'expired' }),
    idle: await signIn(services, own, { role: 'owner', session: 'idle' }),
    guessed: { ...owner, authorization: `${owner.authorization?.slice(0, -1)}!`.replace(/.!$/, 'AA') },
    accountKey: { ...own.accountKey, accountId: own.id },
    groupKey: { ...own.groupKey, accountId: own.id },
    siteKey: { ...own.siteKey, accountId: own.id },
    adminToken: { ...operator, accountId: own.id },
    unnamed: { authorization: owner.authorization ?? '' },
    unknown: { ...owner, accountId: crypto.randomUUID() },
    foreign: { ...owner, accountId: another.id },
    stranger,
    owner,
    ownPage: { ...ownPage, personId: ownPage.person.id },
    foreignPage: { ...owner, personId: ownPage.person.id },
    namelessPage: { ...owner, personId: '' },
    strangersPage: { ...stranger, personId: ownPage.person.id },
    admin: await signIn(services, own, { role: 'admin' }),
    viewer: await signIn(services, own, { role: 'viewer' }),
    groupAdmin: await signIn(services, own, { role: 'admin', group }),
    groupViewer: await signIn(services, own, { role: 'viewer', group }),
    groupGone,
    removed,
    spent: await spent(owner),
    resellerSpent: await spent(await signIn(services, reseller, { role: 'owner' })),
    free: await signIn(services, await make('free'), { role: 'owner' }),
    plain: await signIn(services, strict, { role: 'owner' }),
    secondFactor: await signIn(services, strict, { role: 'owner', secondFactor: true }),
  };
}

test('R§10.6 every procedure of people has an access, and stands in its row', () => {
  const found = Object.entries(proceduresOf(appRouter)).flatMap(([name, { _def }]) => {
    const access = accesses.find((one) => one === _def.meta?.access);
    return access === undefined ? [] : [`${access} ${name}${_def.meta?.confirmed === true ? '!' : ''}`];
  });
  const tabled = accesses.flatMap((access) => procedures[access].map((name) => `${access} ${name}`));
  expect(found.toSorted()).toEqual(tabled.toSorted());
});

test('R§10.4 R§10.33 R§16.13 of the procedures of people those that stream alone have a path, and the document does not name it', () => {
  const all = accesses.flatMap((access) => procedures[access]);
  const metaOf = (name: string) => proceduresOf(appRouter)[nameOf(name)]?._def.meta?.openapi;
  const withPath = all.filter((name) => metaOf(name) !== undefined);
  expect(withPath).toEqual(['dashboard.events.export', 'dashboard.log.bundle']);
  for (const name of withPath) expect(metaOf(name)).toMatchObject({ enabled: false });
});

describe.each(rows)('%s', (_title, session, expected) => {
  test.each(Object.entries(expected))('%s: %s', async (access, outcome) => {
    // The keys of `expected` are accesses.
    for (const name of procedures[access as PeopleAccess]) {
      // Signing out would end the session of the rows that follow, and this door sends no streams.
      const others = ['me.signOut', 'me.sessions.endOthers', 'dashboard.events.export', 'dashboard.log.bundle'];
      if (outcome === 'admitted' && others.includes(name)) continue;
      if (outcome === 'admitted' && findsFirst.has(name)) continue;
      const found = await outcomeOf(services, nameOf(name), sessions[session] ?? {});
      // Leaving opens nothing, so it asks for no second factor (rulings §10.24).
      const isLeaving = outcome === 'second_factor_required' && name === 'dashboard.members.leave';
      const isMet =
        outcome === 'admitted' || isLeaving
          ? found.startsWith('admitted') && found !== 'admitted, then not_found'
          : found === outcome;
      expect(isMet, `${name}: ${found}`).toBe(true);
    }
  });
});

test('R§10.15 what opens doors asks an owner for a proof from the last 15 minutes, after the role', async () => {
  const { own } = await ownAccount();
  const stale = await signIn(services, own, { role: 'owner', isUnconfirmed: true });
  const viewer = await signIn(services, own, { role: 'viewer', isUnconfirmed: true });
  const doors = Object.values(procedures)
    .flat()
    .filter((name) => name.endsWith('!'));
  for (const name of doors) {
    expect([name, await outcomeOf(services, nameOf(name), stale)]).toEqual([name, 'confirmation_required']);
    if (name.startsWith('dashboard.'))
      expect([name, await outcomeOf(services, nameOf(name), viewer)]).toEqual([
        name,
        procedures.owner.includes(name) ? 'missing_role_owner' : 'missing_role_admin',
      ]);
  }
});

test('R§10.17 the first use of an account by a session is recorded once, also when it comes twice at once', async () => {
  const { own } = await ownAccount();
  const member = await signIn(services, own, { role: 'viewer' });
  const { dashboard } = services.callerOf(member);
  await Promise.all([dashboard.me(), dashboard.me(), dashboard.me()]);
  await dashboard.me();
  const entered = await services.core.db.prisma.action.findMany({
    where: { accountId: own.id, action: 'member.enter' },
  });
  expect(entered).toMatchObject([{ actorKind: 'member', actor: member.person.email, detail: { how: 'password' } }]);
});

test('R§10.8 entry answers only the dashboard’s own server', async () => {
  for (const name of procedures.entry)
    expect([name, await outcomeOf(services, nameOf(name), {})]).toEqual([name, 'admitted, then not_found']);
});

test('R§10.42 the links that anybody opens share no connections with the ways in', async () => {
  const owners = new Map<string, string[]>();
  for (const name of procedures.entry) {
    const ctx = services.contextOf({ visitor: { address: '192.0.2.1', userAgent: 'a browser' } });
    const call = { ctx, path: name, getRawInput: () => Promise.resolve({}), signal: undefined, batchIndex: 0 };
    const procedure = proceduresOf(appRouter)[name];
    await procedure?.({ ...call, type: procedure._def.type }).catch(() => {});
    const { owner = 'nobody' } = ctx.facts;
    owners.set(owner, [...(owners.get(owner) ?? []), name]);
  }
  expect([...owners.keys()].toSorted()).toEqual(['entry', 'links']);
  expect(owners.get('links')?.toSorted()).toEqual(['entry.logo', 'entry.unsubscribe']);
});

async function ownAccount() {
  const { token } = await services.adminToken(crypto.randomUUID(), 'admin:write');
  return { own: await makeAccount(services, { authorization: bearer(token) }, 'pro') };
}

test('R§10.4 a session that was ended is refused from its next request on', async () => {
  const { own } = await ownAccount();
  const first = await signIn(services, own, { role: 'owner' });
  const { me } = services.callerOf(first);
  const { sessions: listed } = await me.sessions.list();
  expect(listed).toMatchObject([{ prefix: first.prefix, how: 'password', user_agent: 'a browser', current: true }]);
  await me.signOut();
  const refused = await me.get().catch((error: unknown) => refusalOf(error));
  expect(refused).toEqual(new DomainError('invalid_token'));
});
