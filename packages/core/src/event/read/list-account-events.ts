import type { FoundAccountEvent } from '@goal/contract';

import type { Core } from '../../core.ts';
import type { Caller } from '../../ground/caller.ts';
import type { Stop } from '../../ground/position.ts';
import { eventView } from './event-view.ts';
import { asksNothing } from './filter.ts';
import { filterOf } from './filter-of-query.ts';
import { listEvents } from './list-events.ts';
import type { EventScope } from '../scope.ts';
import { asksWholeAccount, scopeOf, type AccountEventsQuery } from './scope-of-query.ts';
import { withSites } from './site-names.ts';

/**
 * GET /account/events: a page of the events of the account, of one of its sites, or of one of its
 * groups. A group key always reads its own group (interface.md §4 rule 6). Lists of REST show no
 * addresses (rulings §11.5). Throws `invalid_cursor`, and `not_found` for a site or group that the
 * caller may not see.
 */
export async function listAccountEvents(
  core: Core,
  caller: Omit<Caller, 'actor'>,
  query: AccountEventsQuery,
): Promise<{ events: FoundAccountEvent[]; next_cursor: string }> {
  const { events, next } = await readAccountEvents(core, caller, query, { withIp: false });
  return { events, next_cursor: core.events.cursors.encode('events', next) };
}

/**
 * The same page for other doors, with addresses if `withIp`, and where the search stopped;
 * undefined if nothing further matches.
 */
export async function readAccountEvents(
  core: Core,
  caller: Omit<Caller, 'actor'>,
  query: AccountEventsQuery,
  { withIp }: { withIp: boolean },
): Promise<{ events: FoundAccountEvent[]; next: Stop | undefined }> {
  const account = caller.account.rowId;
  const after = await core.events.cursors.decode('events', query.cursor);
  const filter = filterOf(query);
  const read = async (scope: EventScope) => {
    const { events, next, nextSite } = await listEvents(core, scope, filter, { limit: query.limit, after });
    const shown = await withSites(core, account, events, eventView, { withIp });
    return { page: { events: shown, next }, isWhole: shown.length === events.length, nextSite };
  };
  const isThere = async (site: number): Promise<boolean> => (await core.events.siteNames.of(account, [site])).has(site);
  // Events of deleted sites are seldom new: the page is read as if there were none, and once more
  // if an event in it, or the one behind it, has no site.
  if (asksWholeAccount(caller, query) && asksNothing(filter)) {
    const { page, isWhole, nextSite } = await read({ account, kind: 'account', gone: [] });
    if (isWhole && (nextSite === undefined || (await isThere(nextSite)))) return page;
  }
  return (await read(await scopeOf(core, caller, query))).page;
}
