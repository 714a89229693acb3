import { afterAll, beforeAll, expect, test } from 'vitest';

import { refusalOf } from '../src/refusal.ts';
import { bearer, makeAccount, openServices, type Credential, type TestServices } from './access-world.ts';
import { signIn } from './people-world.ts';

// What owners alone decide: who else becomes one, and the end of the account (rulings §10.3,
// §10.29).

let services: TestServices;
let operator: Credential;
beforeAll(async () => {
  services = await openServices();
  const { token } = await services.adminToken('the night desk', 'admin:write');
  operator = { authorization: bearer(token) };
});
afterAll(() => services.close());

const newEmail = (): string => `${crypto.randomUUID()}@example.com`;
const newAccount = () => makeAccount(services, operator, 'pro');
const callerOf = (credential: Credential) => services.callerOf(credential);
const entry = () => callerOf({ visitor: { address: '192.0.2.1', userAgent: 'a browser' } }).entry;
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

type Dashboard = ReturnType<TestServices['callerOf']>['dashboard'];
type Handle = (by: Dashboard, invitation: { id: string; email: string }) => Promise<unknown>;
const handlings: readonly (readonly [title: string, handle: Handle])[] = [
  ['renews', ({ invitations }, { id }) => invitations.renew({ id })],
  ['revokes', ({ invitations }, { id }) => invitations.revoke({ id })],
  ['replaces', ({ members }, { email }) => members.invite({ email, role: 'viewer', group_id: null })],
];

test.each(handlings)(
  'R§10.3 an admin who %s an owner’s invitation is refused; an owner may',
  async (_title, handle) => {
    const account = await newAccount();
    const owner = callerOf(await signIn(services, account, { role: 'owner' })).dashboard;
    const admin = callerOf(await signIn(services, account, { role: 'admin' })).dashboard;
    const email = newEmail();
    const { id, link } = await owner.members.invite({ email, role: 'owner', group_id: null });
    expect(await sentenceOf(handle(admin, { id, email }))).toBe('missing role: owner');
    expect(await codeOf(entry().invitation({ token: link.split('#')[1] ?? '' }))).toBe('done');
    expect(await codeOf(handle(owner, { id, email }))).toBe('done');
  },
);

test('R§10.29 an owner deletes the account, which ends the way in of its members, and the record says who did', async () => {
  const account = await newAccount();
  const owner = await signIn(services, account, { role: 'owner' });
  const viewer = await signIn(services, account, { role: 'viewer' });
  const { dashboard } = callerOf(owner);
  const { email } = await dashboard.me();
  const remove = (body: object) => sentenceOf(dashboard.account.delete(body as { email: string })); // some are none
  for (const body of [{}, { email: 7 }, { email: '' }, { email: owner.person.email }])
    expect(await remove(body)).toBe('type the e-mail of the account');
  const { rowId: accountRowId } = await services.core.db.prisma.account.findFirstOrThrow({
    where: { id: account.id },
  });
  const subscription = { accountRowId, id: 'sub_1', createdAt: 10n, grantedAt: 11n, price: 'price_s' };
  await services.core.db.prisma.subscription.create({ data: subscription });
  expect(await remove({ email })).toBe('end the subscription first');
  await services.core.db.prisma.subscription.updateMany({ where: { accountRowId }, data: { endedAt: 12n } });
  expect(await remove({ email: ` ${email.toUpperCase()}` })).toBe('done');
  for (const member of [owner, viewer]) {
    expect(await codeOf(callerOf(member).dashboard.me())).toBe('not_found');
    expect(await callerOf(member).me.get()).toMatchObject({ memberships: [] });
  }
  expect(await codeOf(callerOf(account.accountKey).account.me())).toBe('invalid_token');
  const { actions } = await callerOf(operator).admin.actions.list({ account_id: account.id, limit: 3 });
  expect(actions).toMatchObject([
    { action: 'account.delete', actor_kind: 'member', actor: owner.person.email, detail: { email } },
    { action: 'member.remove', actor_kind: 'member', detail: { email: viewer.person.email } },
    { action: 'member.remove', actor_kind: 'member', detail: { email: owner.person.email } },
  ]);
});

test('R§10.24 a member without the second factor that the account requires can leave it, and the last owner cannot', async () => {
  const account = await newAccount();
  const owner = callerOf(await signIn(services, account, { role: 'owner', secondFactor: true })).dashboard;
  const viewer = await signIn(services, account, { role: 'viewer' });
  const { dashboard } = callerOf(viewer);
  await owner.account.update({ second_factor: true });
  expect(await codeOf(dashboard.me())).toBe('second_factor_required');
  expect(await codeOf(dashboard.members.leave())).toBe('done');
  expect(await codeOf(dashboard.members.leave())).toBe('not_found');
  expect(await codeOf(owner.members.leave())).toBe('last_owner');
  const { actions } = await owner.actions.list({ actor: viewer.person.email });
  expect(actions.map(({ action }) => action)).toEqual(['member.leave']);
});

test('R§10.24 lists of members say that a passkey is a second factor as well, and single sign-on while its provider is the one that is set up; a password is none', async () => {
  const account = await newAccount();
  const owner = await signIn(services, account, { role: 'owner', secondFactor: true });
  const [byPasskey, bySso] = [
    await signIn(services, account, { role: 'viewer' }),
    await signIn(services, account, { role: 'viewer' }),
  ];
  await signIn(services, account, { role: 'viewer' });
  const { prisma } = services.core.db;
  await prisma.passkey.create({
    data: {
      personRowId: byPasskey.person.rowId,
      credentialId: Buffer.from(crypto.randomUUID()),
      publicKey: Buffer.from('a key'),
      counter: 0,
      name: 'Laptop',
      backedUp: false,
    },
  });
  const issuer = 'https://id.example.com';
  await prisma.identity.create({ data: { issuer, subject: 'x', personRowId: bySso.person.rowId } });
  const listed = async (of: Pick<Credential, 'issuer'>) => {
    const lists = await Promise.all([
      callerOf({ ...owner, ...of }).dashboard.members.list(),
      callerOf({ ...operator, ...of }).admin.accounts.members.list({ id: account.id }),
    ]);
    return lists.map(({ members }) => members.map((member) => member.second_factor));
  };
  const [withIt, without] = [
    [true, true, true, false],
    [true, true, false, false],
  ];
  for (const spelled of [issuer, 'https://ID.example.com:443/.well-known/openid-configuration'])
    expect(await listed({ issuer: spelled })).toEqual([withIt, withIt]);
  for (const other of [{}, { issuer: 'https://other.example.com' }])
    expect(await listed(other)).toEqual([without, without]);
});

test('R§10.28 a person switches a kind of mail off, and gets it again once it is on', async () => {
  const account = await newAccount();
  const [owner, other] = [
    await signIn(services, account, { role: 'owner', isProven: true }),
    await signIn(services, account, { role: 'owner', isProven: true }),
  ];
  const { me, dashboard } = callerOf(owner);
  /** Makes a key. Returns how many mails about keys each owner has been written. */
  const writtenAfterKey = async (): Promise<number[]> => {
    await dashboard.keys.create({ name: 'a' });
    const writtenFor = ({ person }: typeof owner) =>
      services.core.db.prisma.mail.count({ where: { personRowId: person.rowId, kind: 'account_key' } });
    return [await writtenFor(owner), await writtenFor(other)];
  };
  await me.mails.set({ muted_mails: ['recovery_code', 'account_key', 'account_key'] });
  expect((await me.get()).muted_mails).toEqual(['account_key', 'recovery_code']);
  expect((await callerOf(other).me.get()).muted_mails).toEqual([]);
  expect(await writtenAfterKey()).toEqual([0, 1]);
  await me.mails.set({ muted_mails: ['recovery_code'] });
  expect(await writtenAfterKey()).toEqual([1, 2]);
  // The test sends what the types forbid.
  expect(await sentenceOf(me.mails.set({ muted_mails: ['person_reset'] } as never))).toBe('invalid muted_mails');
  expect((await me.get()).muted_mails).toEqual(['recovery_code']);
});

test('R§10.17 «last here» is the last use of the account by a session, whose first use alone is recorded', async () => {
  const account = await newAccount();
  const owner = await signIn(services, account, { role: 'owner' });
  const { dashboard } = callerOf(owner);
  await dashboard.me();
  await services.core.db.work.query(`UPDATE session_entry SET at = now() - interval '1 day'`);
  const begun = Date.now();
  const seenAt = async (): Promise<number> => {
    const [member] = (await dashboard.members.list()).members;
    return Date.parse(member?.seen_at ?? '');
  };
  await expect.poll(seenAt).toBeGreaterThan(begun - 1000);
  const { actions } = await dashboard.actions.list({ action: 'member.enter' });
  expect(actions).toHaveLength(1);
});
