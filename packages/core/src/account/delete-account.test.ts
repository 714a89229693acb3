import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { membersWorld, outcomeOf } from '../../test/members-world.ts';
import type { Caller } from '../ground/caller.ts';
import { inviteMember } from '../member/invite-member.ts';
import { deleteAccount } from './delete-account.ts';

let world: EventWorld;
let people: ReturnType<typeof membersWorld>;
beforeAll(async () => {
  world = await openWorld();
  people = membersWorld(world);
});
afterAll(() => world.close());

const remove = (caller: Caller, typed?: string) => outcomeOf(deleteAccount(people.core, caller, typed));
const rowOf = ({ account: { rowId } }: Caller) => world.db.prisma.account.findFirst({ where: { rowId } });
const emailOf = async (caller: Caller): Promise<string> => (await rowOf(caller))?.email ?? '';

test('R§10.29 an owner deletes the account by its e-mail, in letters of any case and with blanks around it', async () => {
  const account = await people.account();
  const owner = await people.member(account, 'owner');
  const email = await emailOf(account);
  for (const typed of ['', 'the account', owner.person.email, `${email}x`, email.replace('@', ' @')])
    expect([typed, await remove(owner, typed)]).toEqual([typed, 'account_email_typed']);
  expect(await rowOf(account)).not.toBeNull();
  expect(await people.record(account)).toEqual([]);
  expect(await remove(owner, `  ${email.toUpperCase()} `)).toBe('done');
  expect(await rowOf(account)).toBeNull();
});

test('R§10.29 while a subscription lives an owner does not delete the account, and an operator does', async () => {
  const [account, other] = [await people.account(), await people.account()];
  const owner = await people.member(account, 'owner');
  const email = await emailOf(account);
  const subscribe = ({ account: { rowId: accountRowId } }: Caller, id: string, endedAt: bigint | null) =>
    world.db.prisma.subscription.create({
      data: { accountRowId, id, createdAt: 10n, grantedAt: 11n, price: 'price_s', endedAt },
    });
  await subscribe(account, 'sub_ended', 12n);
  await subscribe(account, 'sub_living', null);
  await subscribe(other, 'sub_of_another', null);
  expect(await remove(owner, 'another@example.com')).toBe('account_email_typed');
  expect(await remove(owner, email)).toBe('subscription_living');
  await world.db.prisma.subscription.updateMany({ where: { id: 'sub_living' }, data: { endedAt: 20n } });
  expect(await remove(owner, email)).toBe('done');
  expect(await remove(other)).toBe('done');
});

test('R§10.3 R§10.29 the end of an account is recorded once for each member and open invitation, by either door', async () => {
  for (const kind of ['member', 'operator'] as const) {
    const account = await people.account();
    const group = await people.group(account);
    const owner = await people.member(account, 'owner');
    const viewer = await people.member(account, 'viewer', group);
    const invite = (inviter: Caller, email: string) => inviteMember(people.core, inviter, { email, role: 'viewer' });
    await invite(owner, 'by-the-owner@example.com');
    await invite(account, 'by-the-provider@example.com');
    const email = await emailOf(account);
    const before = (await people.record(account)).length;
    const actor = kind === 'member' ? owner.actor : { kind, name: 'desk' };
    expect(await remove({ ...account, actor }, kind === 'member' ? email : undefined)).toBe('done');
    expect((await people.record(account)).slice(before)).toEqual([
      { action: 'member.remove', actor: actor.name, detail: { email: owner.person.email, role: 'owner' } },
      {
        action: 'member.remove',
        actor: actor.name,
        detail: {
          email: viewer.person.email,
          role: 'viewer',
          group_id: group.id,
          group_name: expect.any(String) as string,
        },
      },
      {
        action: 'invitation.revoke',
        actor: actor.name,
        detail: { email: 'by-the-owner@example.com', role: 'viewer' },
      },
      {
        action: 'invitation.revoke',
        actor: actor.name,
        detail: { email: 'by-the-provider@example.com', role: 'viewer' },
      },
      { action: 'account.delete', actor: actor.name, detail: { email, plan: expect.any(String) as string } },
    ]);
    for (const person of [owner.person, viewer.person])
      expect(await world.db.prisma.person.count({ where: { rowId: person.rowId } })).toBe(1);
  }
});
