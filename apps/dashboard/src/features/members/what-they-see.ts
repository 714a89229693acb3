import { rightsOf, type Role } from '@goal/contract';
import { countOf } from '@goal/ui/lib/numbers.ts';

type Reach = { role: Role; group: { name: string; site_count: number } | undefined };

/** «mia@client.test will see the 6 sites of Shops, and nothing else.» */
export function whatTheySee(email: string, { role, group }: Reach): string {
  const who = email.trim() === '' ? 'They' : email.trim();
  const rights = rightsOf({ role, isOfGroup: group !== undefined });
  if (group === undefined)
    return `${who} will see the whole account, and ${rights === undefined ? 'change nothing' : `may ${rights}`}.`;
  const sites = group.site_count === 0 ? 'sites' : countOf(group.site_count, 'site');
  const may = rights === undefined ? '' : ` In this group they may ${rights}.`;
  return `${who} will see the ${sites} of ${group.name}, and nothing else.${may}`;
}
