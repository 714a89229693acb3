import type { SiteView } from '@goal/contract';

import type { Caller } from '../account/change-account.ts';
import type { Core } from '../core.ts';
import { readSites, siteView } from './site-view.ts';

/** GET /sites: every site of the account, or of a group key's group, newest first; unpaged by contract (interface.md §4). */
export async function listSites(core: Core, { account, group }: Omit<Caller, 'actor'>): Promise<SiteView[]> {
  return (await readSites(core, account, group)).map(siteView);
}
