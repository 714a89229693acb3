import type { SiteView } from '@goal/contract';

import type { Caller } from '../ground/caller.ts';
import type { Core } from '../core.ts';
import type { Position } from '../ground/position.ts';
import { placeOf, readPart, type Part } from '../list/part.ts';
import { splitPage, type PageRequest } from '../ground/keyset-sql.ts';
import { readSites, siteView } from './site-view.ts';

/** GET /sites: every site of the account, or of a group key's group, newest first; unpaged by contract (interface.md §4). */
export function listSites(core: Core, { account, group }: Omit<Caller, 'actor'>): Promise<Part<SiteView>> {
  return readPart((page) => readSites(core, { account, group }, page), siteView);
}

/** A page of the same list, of the sites that match `q`: a part of the domain or name in any case, or the id (rulings §9.5). */
export async function searchSites(
  core: Core,
  { account, group }: Omit<Caller, 'actor'>,
  q: string | undefined,
  { limit, after }: PageRequest,
): Promise<{ sites: SiteView[]; next: Position | undefined }> {
  const rows = await readSites(core, { account, group, q }, { limit, after });
  const { page, next } = splitPage(rows, limit, placeOf);
  return { sites: page.map(siteView), next };
}
