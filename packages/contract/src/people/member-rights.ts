import { hasAccess, type MemberAccess, type Standing } from './member-access.ts';

// The rights of members, once: every text about roles is made of this table, and a test compares it
// with the access of each procedure (rulings §10.6, §10.49).

/** The rights of admins, each with the access of the procedures behind it. */
export const memberRights = {
  sites: { access: 'admin', words: 'manage sites and their keys' },
  addresses: { access: 'admin', words: 'decide which sites keep IP addresses' },
  account: { access: 'adminOfAll', words: 'manage groups, API keys and members' },
  streams: { access: 'adminOfAll', words: 'send events out by streams and alerts' },
  record: { access: 'adminOfAll', words: 'read the record and the plans' },
} as const satisfies Record<string, { access: MemberAccess; words: string }>;

/** A member's rights, to be read after «may»; undefined for somebody who looks alone. */
export function rightsOf(standing: Standing): string | undefined {
  if (hasAccess(standing, 'owner')) return 'change everything, and decide who else may';
  const words: string[] = Object.values(memberRights)
    .filter(({ access }) => hasAccess(standing, access))
    .map((right) => right.words);
  const last = words.pop();
  return words.length === 0 ? last : `${words.join(', ')}, and ${last}`;
}
