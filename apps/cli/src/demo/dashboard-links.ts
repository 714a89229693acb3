import type { Role } from '@goal/contract';
import { findPersonByEmail, invitationLink, inviteMember, removePerson, type Core } from '@goal/core';

import type { Env } from '../env.ts';
import { demoActor, type DemoAccount } from './demo-account.ts';

/** Links that open the demo account in the dashboard: as owner, and as a client of one group. */
export type DashboardLinks = { owner: string; client: string; group: string };

export const ownerEmail = 'owner@north.test';
export const clientEmail = 'client@north.test';

/**
 * Invites the demo's two people by new links that work once, for an hour. The people of an earlier
 * run are removed first, with their sessions, because a link lets in only who is not there yet.
 * Throws the refusals of an invitation.
 */
export async function renewDashboardLinks(core: Core, env: Env, demo: DemoAccount): Promise<DashboardLinks> {
  const [group] = demo.groups;
  const renew = async (email: string, role: Role, groupId: string | null): Promise<string> => {
    const known = await findPersonByEmail(core, email);
    if (known !== undefined) await removePerson(core, demoActor, known.id, { mayOrphan: true });
    const { id, token } = await inviteMember(core, demo.caller, { email, role, groupId });
    await core.db.work.query(`UPDATE invitation SET expires_at = clock_timestamp() + interval '1 hour' WHERE id = $1`, [
      id,
    ]);
    return invitationLink(env, token);
  };
  const owner = await renew(ownerEmail, 'owner', null);
  const client = await renew(clientEmail, 'viewer', group?.id ?? null);
  return { owner, client, group: group?.name ?? 'the account' };
}
