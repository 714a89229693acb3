import type { People } from '../person/people.ts';
import type { Invited } from './invite-member.ts';

/**
 * The link of an invitation. The token stands behind `#`, so that no log, proxy or Referer has it.
 * @public
 */
export function invitationLink({ dashboardUrl }: Pick<People, 'dashboardUrl'>, token: string): string {
  return `${dashboardUrl}/join#${token}`;
}

/**
 * What the inviter is told of an invitation: its id, the link to copy, this once, and whether the
 * other link was mailed.
 */
export function handOutInvitation(
  people: People,
  { id, token }: Invited,
): { id: string; link: string; mailed: boolean } {
  return { id, link: invitationLink(people, token), mailed: false };
}
