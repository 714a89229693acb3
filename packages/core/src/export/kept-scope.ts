import { DomainError } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import { scopeOf, type AccountEventsQuery } from '../event/read/scope-of-query.ts';
import type { EventScope } from '../event/scope.ts';
import { namesOfSites } from '../event/read/site-names.ts';
import type { Caller } from '../ground/caller.ts';

/** What an export of an account began with, as the file and the record name it. */
type BegunExport = {
  caller: Caller;
  query: Pick<AccountEventsQuery, 'site_id' | 'group_id' | 'site_ids'>;
  scope: EventScope;
};

/** Throws `not_found` when the reader's group is another one than at the start (rulings §2.5). */
export function judgeGroup({ caller }: Pick<BegunExport, 'caller'>, now: Caller): Caller {
  if (now.group?.rowId !== caller.group?.rowId) throw new DomainError('not_found');
  return now;
}

/**
 * The scope that an export began with, without the sites that were deleted since. A site that
 * joins the group later stays out of the file. Throws `not_found` when the reader's group has
 * changed or a site has left the group, because the file could no longer be whole (rulings §2.5).
 */
export async function keptScope(core: Db, begun: BegunExport, caller: Caller): Promise<EventScope> {
  const { scope: first, query } = begun;
  const now = await scopeOf(core, judgeGroup(begun, caller), query);
  // The sites of an account only come and are deleted.
  if (first.kind === 'account') return now;
  const present = new Set(sitesOf(now));
  const left = sitesOf(first).filter((site) => !present.has(site));
  if (left.length === 0) return first;
  if ((await namesOfSites(core, first.account, left)).size > 0) throw new DomainError('not_found');
  return { account: first.account, kind: 'sites', sites: sitesOf(first).filter((site) => present.has(site)) };
}

function sitesOf(scope: EventScope): number[] {
  if (scope.kind === 'site') return [scope.site];
  return scope.kind === 'sites' ? scope.sites : [];
}
