import type { Role } from '@goal/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { outcomesOf, password, visitor } from '../../../test/people-world.ts';
import { login, openSsoWorld, refusal, type SsoWorld } from '../../../test/sso-world.ts';
import { inviteMember } from '../../member/invite-member.ts';
import { getInvitation, joinByLink } from '../../member/join-account.ts';
import { resetPerson } from '../../operator/reset-person.ts';

let world: SsoWorld;
beforeAll(async () => {
  world = await openSsoWorld();
});
afterAll(() => world.close());

describe('somebody invited who is no person yet', () => {
  /** Accounts that invite this e-mail. */
  async function inviting(email: string, ...roles: Role[]) {
    const made = [];
    for (const role of roles) {
      const account = await world.makeAccount();
      const { id } = await inviteMember(world.core, { actor: { kind: 'cli', name: 'test' }, account }, { email, role });
      made.push({ account, role, invitation: id });
    }
    return made;
  }
  const membershipsOf = async (email: string) => {
    const { memberships } = await world.prisma.person.findFirstOrThrow({
      where: { email },
      include: { memberships: { orderBy: { rowId: 'asc' } } },
    });
    return memberships.map(({ accountRowId, role }) => ({ accountRowId, role }));
  };

  test('R§10.14 becomes a person with a proven e-mail and joins the accounts that invited them', async () => {
    const email = `${login()}@example.com`;
    const accounts = await inviting(email, 'owner', 'viewer');
    const { token } = await world.enter(await world.comeBack(world.confirmed(email)));
    expect(await world.sessionOf(token)).toMatchObject({ how: 'sso', person: { email, isProven: true } });
    expect(await membershipsOf(email)).toEqual(
      accounts.map(({ account, role }) => ({ accountRowId: account.rowId, role })),
    );
    expect(await world.actionsOf({ email })).toEqual([
      'person.create',
      'person.prove',
      'session.begin',
      'member.join',
      'member.join',
    ]);
  });

  test('R§10.14 becomes one person where two sign-ins come at once', async () => {
    const email = `${login()}@example.com`;
    await inviting(email, 'viewer');
    const subject = world.confirmed(email);
    const answers = [await world.comeBack(subject), await world.comeBack(subject)];
    expect(await outcomesOf(answers.map((answer) => world.enter(answer)))).toEqual(['done', 'done']);
    expect(await membershipsOf(email)).toHaveLength(1);
  });

  test.each(['revokedAt', 'acceptedAt', 'expiresAt'])(
    'R§10.14 is nobody where the invitation is no longer open: %s',
    async (column) => {
      const email = `${login()}@example.com`;
      const [made] = await inviting(email, 'viewer');
      await world.prisma.invitation.updateMany({
        where: { id: made?.invitation ?? '' },
        data: { [column]: new Date(0) },
      });
      await expect(world.enter(await world.comeBack(world.confirmed(email)))).rejects.toEqual(
        refusal('nobody_invited'),
      );
      expect(await world.prisma.person.count({ where: { email } })).toBe(0);
    },
  );

  test('R§10.14 is nobody while the provider does not confirm the e-mail', async () => {
    const email = `${login()}@example.com`;
    await inviting(email, 'owner');
    const subject = world.provider.know(login(), { email, email_verified: false });
    await expect(world.enter(await world.comeBack(subject))).rejects.toEqual(refusal('email_not_confirmed'));
    expect(await world.prisma.person.count({ where: { email } })).toBe(0);
  });
});

describe('an e-mail that was taken in advance', () => {
  test('R§10.21 R§10.28 the first sign-in says and mails that it removes the ways in and sessions of whoever took it; the second does not', async () => {
    const victim = await world.makePerson();
    const attacker = await world.signIn(victim);
    await world.addPasskey(victim);
    const { rowId: accountRowId } = await world.makeAccount([{ person: victim, role: 'owner' }]);
    const subject = world.confirmed(victim.email);
    const { removed } = await world.enter(await world.comeBack(subject));
    expect(removed).toEqual(['password', 'passkeys']);
    const told = { personRowId: victim.rowId, kind: 'way_removed' };
    expect(await world.prisma.mail.findMany({ where: told })).toMatchObject([
      { recipient: null, detail: { type: 'proof', named: 'password,passkeys' } },
    ]);
    const person = await world.prisma.person.findFirstOrThrow({
      where: { rowId: victim.rowId },
      include: { passkeys: true, memberships: true, identities: true },
    });
    expect(person).toMatchObject({
      password: null,
      emailProvenAt: expect.any(Date),
      passkeys: [],
      memberships: [{ accountRowId }],
      identities: [{ issuer: world.provider.issuer, subject }],
    });
    const { endedAt } = await world.prisma.session.findFirstOrThrow({ where: { rowId: attacker.keyRowId } });
    expect(endedAt).not.toBeNull();
    await world.addPasskey(victim);
    expect(await world.enter(await world.comeBack(subject))).not.toHaveProperty('removed');
    expect(await world.prisma.mail.count({ where: told })).toBe(1);
    expect(await world.prisma.passkey.count({ where: { personRowId: victim.rowId } })).toBe(1);
  });
});

test('R§10.25 R§10.10 where single sign-on is the only way in, a reset ends every session, and its link makes no way in', async () => {
  const people = { ...world.people, signIn: 'sso' as const };
  const person = await world.makePerson({ hasPassword: false, isProven: true });
  const subject = world.confirmed(person.email);
  const { token } = await world.enter(await world.comeBack(subject));
  const { link = '' } = await resetPerson(world.core, people, { kind: 'operator', name: 'desk' }, person.id);
  await expect(world.sessionOf(token)).rejects.toEqual(refusal('invalid_token'));
  const secret = link.split('#')[1] ?? '';
  expect(await getInvitation(world.core, secret)).toMatchObject({ reset: true, email: person.email });
  await expect(joinByLink(world.core, people, { token: secret, password }, visitor())).rejects.toEqual(
    refusal('not_found'),
  );
  const again = await world.enter(await world.comeBack(subject));
  expect(await world.sessionOf(again.token)).toMatchObject({ how: 'sso', person: { rowId: person.rowId } });
  // The confirmed e-mail is the first proof after the reset, which ends the link too.
  await expect(getInvitation(world.core, secret)).rejects.toEqual(refusal('not_found'));
});
