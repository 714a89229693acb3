import type { SiteView } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Caller } from '../ground/caller.ts';
import type { Position } from '../ground/position.ts';
import { placeOf, readPart, type Part } from '../ground/part.ts';
import { splitPage, type PageRequest } from '../ground/keyset-sql.ts';
import { readSites, siteView } from './site-view.ts';

/**
 * GET /sites: all sites of the account, or of a group key's group, newest first. The contract does
 * not page this list (interface.md §4).
 */
export function listSites(core: Db, { account, group }: Omit<Caller, 'actor'>): Promise<Part<SiteView>> {
  return readPart((page) => readSites(core, { account, group }, page), siteView);
}

/**
 * A page of the sites whose domain or name contains `q`, ignoring case, or whose id is `q` (rulings
 * §9.5).
 */
export async function searchSites(
  core: Db,
  { account, group }: Omit<Caller, 'actor'>,
  q: string | undefined,
  { limit, after }: PageRequest,
): Promise<{ sites: SiteView[]; next: Position | undefined }> {
  const rows = await readSites(core, { account, group, q }, { limit, after });
  const { page, next } = splitPage(rows, limit, placeOf);
  return { sites: page.map(siteView), next };
}
