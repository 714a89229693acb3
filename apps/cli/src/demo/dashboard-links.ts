import type { Role } from '@goal/contract';
import { findPersonByEmail, invitationLink, inviteMember, removePerson, type Core } from '@goal/core';

import type { Env } from '../env.ts';
import { demoActor, type DemoAccount } from './demo-account.ts';

export const ownerEmail = 'owner@north.test';
export const clientEmail = 'client@north.test';

const endInAnHour = `UPDATE invitation SET expires_at = clock_timestamp() + interval '1 hour' WHERE id = $1`;

/**
 * Invites the demo's two people, its owner and a client of one group, by new links that work once,
 * for an hour. The people of an earlier run are removed first, with their sessions, because a link
 * lets in only who is not there yet. Throws the refusals of an invitation.
 */
export async function renewDashboardLinks(core: Core, env: Env, demo: DemoAccount) {
  const [group] = demo.groups;
  const renew = async (email: string, role: Role, groupId: string | null): Promise<string> => {
    const known = await findPersonByEmail(core, email);
    if (known !== undefined) await removePerson(core, demoActor, known.id, { mayOrphan: true });
    const { id, token } = await inviteMember(core, demo.caller, { email, role, groupId });
    await core.db.work.query(endInAnHour, [id]);
    return invitationLink(env, token);
  };
  const owner = await renew(ownerEmail, 'owner', null);
  const client = await renew(clientEmail, 'viewer', group?.id ?? null);
  return { owner, client, group: group?.name ?? 'the account' };
}
