import type { Role } from '@goal/contract';
import { countOf } from '@goal/ui/lib/numbers.ts';

type Reach = { role: Role; group: { name: string; site_count: number } | undefined };

const rights: Readonly<Record<Role, string>> = {
  owner: 'will see the whole account, change everything in it, and decide who else may',
  admin: 'will see the whole account, manage its sites, groups, API keys and members, and read its record',
  viewer: 'will see the whole account, and change nothing',
};

/**
 * One sentence on what an invited person will see: «mia@client.test will see the 6 sites of Shops,
 * and nothing else.»
 */
export function whatTheySee(email: string, { role, group }: Reach): string {
  const who = email.trim() === '' ? 'They' : email.trim();
  if (group === undefined) return `${who} ${rights[role]}.`;
  const sites = group.site_count === 0 ? 'sites' : countOf(group.site_count, 'site');
  const may =
    role === 'admin'
      ? ' An admin of one group also manages its sites and their keys, and decides which of its sites keep IP addresses.'
      : '';
  return `${who} will see the ${sites} of ${group.name}, and nothing else.${may}`;
}
