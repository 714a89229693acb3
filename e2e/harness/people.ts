import type { RouterOutputs } from '@goal/client/trpc';
import type { Role } from '@goal/contract';

import { pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';
import { admin, unique } from './operator.ts';

export type ListedMember = RouterOutputs['admin']['accounts']['members']['list']['members'][number];

/** Makes somebody a member, as if they had joined in the dashboard. */
export async function addMember(account: { id: string }, role: Role): Promise<ListedMember> {
  const email = `${role}-${unique()}@example.com`;
  await pastTheService(
    world(),
    `WITH person AS (INSERT INTO person (email, name) VALUES ('${email}', 'Jo') RETURNING no)
     INSERT INTO membership (person_no, account_no, role, invited_by)
     SELECT person.no, account.no, '${role}', 'the provider' FROM person, account WHERE account.id = '${account.id}'`,
  );
  const { members } = await admin().accounts.members.list.query({ id: account.id });
  const member = members.find((one) => one.email === email);
  if (member === undefined) throw new Error(`${email} is no member`);
  return member;
}
