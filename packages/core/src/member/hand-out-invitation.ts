import type { Db } from '../ground/db.ts';
import type { People } from '../person/people.ts';
import { invitationLink } from './invitation-link.ts';
import type { Invited } from './invite-member.ts';
import { mailInvitation } from './mail-invitation.ts';

/**
 * Mails an invitation that was made, after its commit, and returns what the inviter is told: its
 * id, the link to copy, this once, and whether the other link was mailed.
 */
export async function handOutInvitation(
  core: Db,
  people: Pick<People, 'mailer' | 'dashboardUrl' | 'onMailFailure'>,
  invited: Invited,
): Promise<{ id: string; link: string; mailed: boolean }> {
  const mailed = await mailInvitation(core, people, invited);
  return { id: invited.id, link: invitationLink(people, invited.token), mailed };
}
