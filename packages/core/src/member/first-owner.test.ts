import type { Role } from '@goal/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { membersWorld, outcomeOf, outcomesOf, visitor } from '../../test/members-world.ts';
import { password, testPeople } from '../../test/people-world.ts';
import { inviteMember, renewInvitation } from './invite-member.ts';
import type { Inviter } from './inviter.ts';
import { getInvitation, joinByLink } from './join-account.ts';

let world: EventWorld;
let people: ReturnType<typeof membersWorld>;
beforeAll(async () => {
  world = await openWorld();
  people = membersWorld(world);
});
afterAll(() => world.close());

const newEmail = (): string => `${crypto.randomUUID()}@example.com`;
const invite = (inviter: Inviter, email: string, role: Role = 'viewer') =>
  inviteMember(people.core, inviter, { email, role });
const open = testPeople();
const join = (token: string) => joinByLink(people.core, open, { token, password }, visitor);

test('R§10.25 with the first owner the open invitations of operators end, and those of the command line stay', async () => {
  const account = await people.account();
  const desk: Inviter = { ...account, actor: { kind: 'operator', name: 'desk' } };
  const [first, viewer, late] = [newEmail(), newEmail(), newEmail()];
  const [ofViewer, ofFirst, ofLate] = [
    await invite(desk, viewer),
    await invite(desk, first, 'owner'),
    await invite(desk, late, 'owner'),
  ];
  const ofServer = await invite(account, newEmail(), 'owner');
  const peek = ({ token }: { token: string }) => outcomeOf(getInvitation(people.core, token));
  // A viewer who joins is no owner.
  await join(ofViewer.token);
  expect([await peek(ofFirst), await peek(ofLate)]).toEqual(['done', 'done']);
  const ofAdmin = await invite(desk, newEmail(), 'admin');
  const before = (await people.record(account)).length;
  await join(ofFirst.token);
  expect([await peek(ofLate), await peek(ofAdmin), await peek(ofServer)]).toEqual(['not_found', 'not_found', 'done']);
  expect(await outcomeOf(join(ofLate.token))).toBe('not_found');
  expect((await people.record(account)).slice(before)).toMatchObject([
    { action: 'member.join', actor: first },
    { action: 'invitation.revoke', actor: first, detail: { email: late, role: 'owner' } },
    { action: 'invitation.revoke', actor: first, detail: { email: ofAdmin.email, role: 'admin' } },
  ]);
  // The second owner decides nothing that the first one did not.
  const owner = { ...desk, actor: { kind: 'member' as const, name: first } };
  const ofOwner = await invite(owner, newEmail());
  await join(ofServer.token);
  expect(await peek(ofOwner)).toBe('done');
});

test('R§10.25 of two owners whom operators invited and who join at once, one joins', async () => {
  const account = await people.account();
  const desk: Inviter = { ...account, actor: { kind: 'operator', name: 'desk' } };
  const links = [await invite(desk, newEmail(), 'owner'), await invite(desk, newEmail(), 'owner')];
  expect(
    await outcomesOf(
      links.map(
        ({ token }) =>
          () =>
            join(token),
      ),
    ),
  ).toEqual({ done: 1, not_found: 1 });
});

test('R§10.25 an operator’s invitation that a member renews is the member’s, and stays', async () => {
  const account = await people.account();
  const desk: Inviter = { ...account, actor: { kind: 'operator', name: 'desk' } };
  const admin = await people.member(account, 'admin');
  const [ofViewer, ofOwner] = [await invite(desk, newEmail()), await invite(desk, newEmail(), 'owner')];
  const { token } = await renewInvitation(people.core, admin, ofViewer.id);
  await join(ofOwner.token);
  expect(await outcomeOf(getInvitation(people.core, token))).toBe('done');
});
