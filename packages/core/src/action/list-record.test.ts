import { afterAll, beforeAll, expect, test } from 'vitest';

import { openWorld, type EventWorld } from '../../test/event-world.ts';
import { membersWorld } from '../../test/members-world.ts';
import type { Caller } from '../ground/caller.ts';
import { deleteGroup } from '../group/change-group.ts';
import { inviteMember } from '../member/invite-member.ts';
import { joinAsPerson } from '../member/join-account.ts';
import { listRecord } from './list-record.ts';

let world: EventWorld;
let people: ReturnType<typeof membersWorld>;
beforeAll(async () => {
  world = await openWorld();
  people = membersWorld(world);
});
afterAll(() => world.close());

/** The sentences of the record, newest first, without the marks around names. */
async function sentences({ account }: Caller): Promise<string[]> {
  const { actions } = await listRecord(people.core, account, {}, { limit: 50, after: undefined });
  return actions.map(({ sentence }) => sentence.replaceAll(/[\u2068\u2069]/g, ''));
}

test('R§10.17 the record names the group of a member, also after the group is deleted', async () => {
  const account = await people.account();
  const owner = await people.member(account, 'owner');
  const group = await people.group(account);
  const mia = await people.person();
  const { token } = await inviteMember(people.core, owner, { email: mia.email, role: 'viewer', groupId: group.id });
  await joinAsPerson(people.core, { person: { ...mia, isProven: false } }, { token });
  const joined = `joined as viewer of the group «${group.name}»`;
  const invited = `invited «${mia.email}» as viewer of the group «${group.name}»`;
  expect(await sentences(account)).toEqual([joined, invited]);
  await deleteGroup(people.core, owner, group.id);
  expect((await sentences(account)).slice(-2)).toEqual([joined, invited]);
});

test('R§10.17 an act that was recorded without the name of its group gets it while the account has the group', async () => {
  const account = await people.account();
  const group = await people.group(account);
  const foreign = await people.group(await people.account());
  for (const id of [group.id, foreign.id, crypto.randomUUID()])
    await world.db.work.query(
      `INSERT INTO action (actor_kind, actor, action, account_id, detail)
       VALUES ('member', 'jo@example.com', 'member.join', $1, jsonb_build_object('role', 'viewer', 'group_id', $2::text))`,
      [account.account.id, id],
    );
  expect(await sentences(account)).toEqual([
    'joined as viewer of one group',
    'joined as viewer of one group',
    `joined as viewer of the group «${group.name}»`,
  ]);
});
