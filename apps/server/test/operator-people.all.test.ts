import {
  actionShape,
  beganShape,
  madeInvitationShape,
  noticesShape,
  operatorMembersShape,
  personShape,
  resetPersonShape,
} from '@goal/contract';
import { inviteMember, openPeople } from '@goal/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { startService, unique, type Account, type Answer, type TestService } from './harness.ts';
import { data, refused } from './trpc-answers.ts';

// What operators do with people, and what the people notice (rulings §10.25).

const secrets = ['the password of the dashboard in this test'];
const dashboardUrl = 'https://goal.example.com';
const { doorProofs } = openPeople({ secrets, dashboardUrl, mailer: undefined, onMailFailure: () => {}, signIn: 'all' });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string; // a matcher in place of a string
const password = 'correct horse battery';

let service: TestService;
beforeAll(async () => {
  service = await startService({ dashboardSecrets: secrets, dashboardUrl });
});
afterAll(() => service.stop());

const newEmail = (): string => `${unique()}@example.com`;
const invite = (account: { id: string }, body: unknown) =>
  service.admin('POST', `/accounts/${account.id}/invitations`, { body });
const membersOf = async (account: { id: string }) =>
  (await service.admin('GET', `/accounts/${account.id}/members`, { token: service.adminRead })).as(
    200,
    operatorMembersShape,
  );
const remove = (account: { id: string }, id: string) =>
  service.admin('DELETE', `/accounts/${account.id}/members/${id}`);
const reset = (id: string) => service.admin('POST', `/people/${id}/reset`);
const recordOf = async (account: { id: string }, action: string) =>
  (await service.admin('GET', '/actions', { query: { account_id: account.id, action } })).as(
    200,
    z.object({ actions: z.array(actionShape), next_cursor: z.string() }),
  ).actions;

/** As the dashboard's own server asks. */
const enter = (procedure: string, body: object): Promise<Answer> =>
  service.call('POST', `/trpc/entry.${procedure}`, {
    root: true,
    body,
    headers: { 'X-Goal-Door': doorProofs[0] ?? '', 'X-Goal-Visitor': '192.0.2.1' },
  });
const tokenOf = (link: string): string => link.split('#')[1] ?? '';
const join = async (link: string, more: object = {}) =>
  beganShape.parse(data(await enter('join', { token: tokenOf(link), ...more }))).token;
const ask = (procedure: string, token: string, account?: { id: string }): Promise<Answer> =>
  service.call('GET', `/trpc/${procedure}`, {
    root: true,
    token,
    ...(account === undefined ? {} : { headers: { 'X-Goal-Account': account.id } }),
  });

/** Somebody whom an operator made the owner of the account. */
async function makeOwner(account: Account) {
  const email = newEmail();
  const { link } = (await invite(account, { email })).as(201, madeInvitationShape);
  const session = await join(link, { name: 'Jo', password });
  const [member] = (await membersOf(account)).members;
  if (member === undefined) throw new Error('nobody has joined');
  return { email, session, member };
}

/** Lets an owner of the account join, by an invitation that the command line makes. */
async function addMember(account: Account, role: 'owner' | 'viewer', email = newEmail()) {
  const { core, caller } = await beneath(account);
  const { token } = await inviteMember(core, caller, { email, role });
  return { email, session: await join(`#${token}`, { password }) };
}

async function beneath(account: Account) {
  const core = { db: service.db } as Parameters<typeof inviteMember>[0]; // an invitation needs nothing else
  const found = await service.db.prisma.account.findFirstOrThrow({
    where: { id: account.id },
    select: { rowId: true, id: true },
  });
  return { core, caller: { actor: { kind: 'cli' as const, name: 'goal invite' }, account: found } };
}

describe('POST /admin/accounts/{id}/invitations', () => {
  test('R§10.25 the owner of a new account is invited by a link that is shown once and works once; the list has no secret', async () => {
    const account = await service.makeAccount();
    const email = newEmail();
    const made = (await invite(account, { email: ` ${email.toUpperCase()} ` })).as(201, madeInvitationShape);
    expect(made).toEqual({
      id: expect.any(String) as string,
      link: expect.stringMatching(/^https:\/\/goal\.example\.com\/join#goal_inv_[a-z0-9]{8}_\w{32}$/) as string,
      mailed: false,
    });
    const list = await membersOf(account);
    expect(list).toEqual({
      members: [],
      invitations: [{ id: made.id, email, role: 'owner', group: null, created_by: 'the provider', expires_at: time }],
    });
    const session = await join(made.link, { name: 'Jo', password });
    refused(await enter('join', { token: tokenOf(made.link) }), 404, 'not found');
    expect(personShape.parse(data(await ask('me.get', session)))).toMatchObject({ email, name: 'Jo' });
    data(await ask('dashboard.me', session, account));
    expect(await membersOf(account)).toEqual({
      members: [
        {
          id: expect.any(String) as string,
          person_id: expect.any(String) as string,
          email,
          name: 'Jo',
          role: 'owner',
          group: null,
          created_at: time,
          seen_at: time,
          second_factor: false,
        },
      ],
      invitations: [],
    });
    expect(await recordOf(account, 'invitation.create')).toMatchObject([
      { actor_kind: 'operator', actor: 'writer', detail: { email, role: 'owner' } },
    ]);
    for (const secret of [tokenOf(made.link).split('_')[3] ?? '', session.split('_')[3] ?? '', password])
      expect(JSON.stringify(list) + service.log.join()).not.toContain(secret);
  });

  test('R§10.25 once an owner has joined, operators no longer invite; another role may be invited before', async () => {
    const account = await service.makeAccount();
    (await invite(account, { email: newEmail(), role: 'viewer' })).as(201, madeInvitationShape);
    (await invite(account, { email: newEmail(), role: null })).as(201, madeInvitationShape);
    await makeOwner(account);
    for (const role of ['owner', 'viewer'])
      (await invite(account, { email: newEmail(), role })).refused(
        409,
        'this account has an owner — ask them to invite',
      );
  });

  test('R§10.25 R§2.3 a bad e-mail or role and an unknown account are refused, and nothing is made', async () => {
    const account = await service.makeAccount();
    (await invite(account, {})).refused(400, 'invalid email');
    (await invite(account, { email: 'nobody', role: 'boss' })).refused(400, 'invalid email');
    (await invite(account, { email: newEmail(), role: 'boss' })).refused(400, 'invalid role');
    (await invite({ id: account.id.replace(/./g, '0') }, { email: newEmail() })).refused(404, 'not found');
    expect(await membersOf(account)).toEqual({ members: [], invitations: [] });
  });
});

describe('DELETE /admin/accounts/{id}/members/{member_id}', () => {
  test('R§10.25 the only owner stays until another one is invited; a removed member is out at the next request', async () => {
    const account = await service.makeAccount();
    const { member, session, email } = await makeOwner(account);
    (await remove(account, member.id)).refused(409, 'an account keeps one owner');
    const { core, caller } = await beneath(account);
    await inviteMember(core, caller, { email: newEmail(), role: 'viewer' });
    (await remove(account, member.id)).refused(409, 'an account keeps one owner');
    await inviteMember(core, caller, { email: newEmail(), role: 'owner' });
    expect((await ask('dashboard.me', session, account)).status).toBe(200);
    (await remove(account, member.id)).done();
    refused(await ask('dashboard.me', session, account), 404, 'not found');
    expect((await ask('me.get', session)).status).toBe(200);
    (await remove(account, member.id)).refused(404, 'not found');
    expect(await recordOf(account, 'member.remove')).toMatchObject([{ actor_kind: 'operator', detail: { email } }]);
  });

  test('R§10.25 I§7 404 not found: a member of another account is not found', async () => {
    const [account, other] = [await service.makeAccount(), await service.makeAccount()];
    const { member } = await makeOwner(account);
    await makeOwner(other);
    (await remove(other, member.id)).refused(404, 'not found');
    expect((await membersOf(account)).members).toHaveLength(1);
  });
});

describe('POST /admin/people/{id}/reset', () => {
  test('R§10.25 it ends every session and every way in, and the link sets a new one, once', async () => {
    const account = await service.makeAccount();
    const { email, session, member } = await makeOwner(account);
    const { prisma } = service.db;
    const { rowId: personRowId } = await prisma.person.update({
      where: { email },
      data: { totp: new Uint8Array([1]), totpAt: new Date(), emailProvenAt: new Date() },
    });
    const some = new Uint8Array([7]);
    const key = { credentialId: some, publicKey: some, counter: 0, name: 'a key', backedUp: false };
    await prisma.passkey.create({ data: { personRowId, ...key } });
    await prisma.recoveryCode.create({ data: { personRowId, hash: some } });
    await prisma.identity.create({ data: { personRowId, issuer: 'https://sso.example', subject: email } });
    (await service.admin('POST', `/people/${member.person_id}/reset`, { token: service.adminRead })).refused(
      403,
      'missing scope: admin:write',
    );
    expect((await ask('me.get', session)).status).toBe(200);

    const first = (await reset(member.person_id)).as(201, resetPersonShape);
    const second = (await reset(member.person_id.toUpperCase())).as(201, resetPersonShape);
    refused(await ask('me.get', session), 401, 'invalid token');
    refused(await enter('password', { email, password }), 401, 'email or password is wrong');
    refused(await enter('invitation', { token: tokenOf(first.link ?? '') }), 404, 'not found');
    refused(await enter('join', { token: tokenOf(first.link ?? ''), password }), 404, 'not found');
    expect(second).toEqual({ link: expect.stringMatching(/^https:\/\/goal\.example\.com\/join#goal_inv_/) as string });
    const link = second.link ?? '';
    expect(data(await enter('invitation', { token: tokenOf(link) }))).toEqual({
      reset: true,
      email,
      expires_at: time,
      void_at_proof: true,
    });
    refused(await enter('join', { token: tokenOf(link), password: 'short' }), 400, 'password too short');
    const renewed = await join(link, { password: 'another horse battery' });
    refused(await enter('join', { token: tokenOf(link), password }), 404, 'not found');
    expect(personShape.parse(data(await ask('me.get', renewed)))).toMatchObject({
      email,
      name: 'Jo',
      email_proven_at: null,
      ways: { password_at: time, totp_at: null, recovery_codes_left: 0, passkeys: [], sso: [] },
      memberships: [{ account_id: account.id, role: 'owner' }],
    });
    beganShape.parse(data(await enter('password', { email, password: 'another horse battery' })));
    for (const gone of ['00000000-0000-4000-8000-000000000000', 'x']) (await reset(gone)).refused(404, 'not found');
    expect(service.log.join()).not.toContain(tokenOf(link).split('_')[3]);
  });

  test('R§10.25 each account of the person records it; its owners are told for 30 days, and nobody else is', async () => {
    const [account, other, stranger] = [
      await service.makeAccount(),
      await service.makeAccount(),
      await service.makeAccount(),
    ];
    const { email, session, member } = await makeOwner(account);
    const colleague = await addMember(account, 'owner');
    const viewer = await addMember(account, 'viewer');
    const elsewhere = await makeOwner(other);
    const outside = await makeOwner(stranger);
    const { core, caller } = await beneath(other);
    const { token } = await inviteMember(core, caller, { email, role: 'viewer' });
    data(await service.call('POST', '/trpc/me.join', { root: true, token: session, body: { token } }));
    (await reset(member.person_id)).as(201, resetPersonShape);

    const acts = [...(await recordOf(account, 'person.reset')), ...(await recordOf(other, 'person.reset'))];
    const act = { actor_kind: 'operator', actor: 'writer', action: 'person.reset', detail: { email } };
    expect(acts).toMatchObject([
      { ...act, account_id: account.id },
      { ...act, account_id: other.id },
    ]);
    const noticesOf = async (of: string, at: Account) =>
      noticesShape.parse(data(await ask('dashboard.notices', of, at))).notices;
    const notice = { kind: 'person_reset', email, at: time };
    expect(await noticesOf(colleague.session, account)).toEqual([notice]);
    expect(await noticesOf(elsewhere.session, other)).toEqual([notice]);
    expect(await noticesOf(viewer.session, account)).toEqual([]);
    expect(await noticesOf(outside.session, stranger)).toEqual([]);
    await service.db.work.query(
      `UPDATE action SET occurred_at = occurred_at - interval '30 days' WHERE action = 'person.reset' AND account_id = $1`,
      [account.id],
    );
    expect(await noticesOf(colleague.session, account)).toEqual([]);
  });
});
