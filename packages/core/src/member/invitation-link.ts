import type { People } from '../person/people.ts';

/**
 * The link of an invitation. The token stands behind `#`, so that no log, proxy or Referer has it.
 */
export function invitationLink({ dashboardUrl }: Pick<People, 'dashboardUrl'>, token: string): string {
  return `${dashboardUrl}/join#${token}`;
}
