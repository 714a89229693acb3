import { limits, type EventsQuery, type FoundAccountEvent, type FoundSiteEvent } from '@goal/contract';
import { withAllowance } from '@goal/db';

import { lastingAllowance } from '../../ground/request-allowance.ts';
import type { Core } from '../../core.ts';
import type { Caller } from '../../ground/caller.ts';
import type { SiteCredential } from '../../credential/credential.ts';
import type { Stop } from '../../ground/position.ts';
import type { EventRow } from '../event.ts';
import { eventView, foundEventView } from './event-view.ts';
import { filterOf } from './filter-of-query.ts';
import { listEvents } from './list-events.ts';
import { covers, type EventScope } from '../scope.ts';
import { scopeOf, type AccountEventsQuery } from './scope-of-query.ts';
import { searchBounds, type SearchBounds } from './search-step.ts';
import { withSites } from './site-names.ts';

/** A search's result; `searched_back_to` is null when nothing further matches. */
type FoundPage<View> = { events: View[]; next_cursor: string; searched_back_to: string | null };

/** `revalidate` checks the reader again; `signal` aborts when the reader has left. */
type Lasting<Key> = { revalidate: () => Promise<Key>; signal: AbortSignal | undefined };

/** How long a search goes on, in milliseconds, and what each of its steps may do. */
export type SearchOnBounds = { timeoutMs: number; step: SearchBounds };

/** A step is short enough that a key revoked during it counts within the second of rulings §2.5. */
export const searchOnBounds: SearchOnBounds = { timeoutMs: limits.searchMs, step: { ...searchBounds, timeoutMs: 250 } };

/**
 * The tool `search_events` of account and group keys (rulings §11.6): a page of the list that is
 * short only after three seconds of searching. Checks key and scope before each step. Without
 * `withIp` the events have no addresses. Throws `invalid_cursor`; `not_found` for a site or group
 * that the caller may not see; and what `revalidate` throws.
 */
export async function searchAccountEvents(
  core: Core,
  caller: Caller,
  query: AccountEventsQuery,
  { revalidate, signal, withIp = true }: Lasting<Caller> & { withIp?: boolean },
  bounds = searchOnBounds,
): Promise<FoundPage<FoundAccountEvent>> {
  return searchOn(core, query, bounds, {
    account: caller.account.rowId,
    signal,
    scope: async (isFirst) => scopeOf(core, isFirst ? caller : await revalidate(), query),
    show: (events) => withSites(core, caller.account.rowId, events, eventView, { withIp }),
  });
}

/** The tool `search_events` of site keys: the same for the key's site. */
export async function searchSiteEvents(
  core: Core,
  { account, site }: SiteCredential,
  query: EventsQuery,
  { revalidate, signal }: Lasting<SiteCredential>,
  bounds = searchOnBounds,
): Promise<FoundPage<FoundSiteEvent>> {
  return searchOn(core, query, bounds, {
    account: account.rowId,
    signal,
    async scope(isFirst) {
      if (!isFirst) await revalidate();
      return { account: account.rowId, kind: 'site', site: site.rowId };
    },
    show: (events) => Promise.resolve(events.map((event) => foundEventView(event, site.id))),
  });
}

type SearchReader<View> = {
  account: number;
  signal: AbortSignal | undefined;
  /** What may be seen now. Checks the key as well, except before the first step. */
  scope: (isFirst: boolean) => Promise<EventScope>;
  show: (events: EventRow[]) => Promise<View[]>;
};

async function searchOn<View>(
  core: Core,
  query: EventsQuery,
  { timeoutMs, step }: SearchOnBounds,
  { account, signal, scope, show }: SearchReader<View>,
): Promise<FoundPage<View>> {
  const began = performance.now();
  const filter = filterOf(query);
  const found: EventRow[] = [];
  let after = await core.events.cursors.decode('events', query.cursor);
  // As in an export, each statement is bounded, not their sum.
  const allowance = lastingAllowance(account, signal);
  return withAllowance(allowance, async () => {
    let next: Stop | undefined;
    let seen: EventScope;
    for (let isFirst = true; ; isFirst = false) {
      signal?.throwIfAborted();
      const limit = query.limit - found.length;
      seen = await scope(isFirst);
      const page = await listEvents(core, seen, filter, { limit, after }, step);
      found.push(...page.events);
      after = next = page.next;
      if (next === undefined || found.length >= query.limit || performance.now() - began >= timeoutMs) break;
    }
    return {
      // A site may have left the scope since its events were found.
      events: await show(found.filter(({ site }) => covers(seen, site))),
      next_cursor: core.events.cursors.encode('events', next),
      searched_back_to: next === undefined ? null : new Date(next.lastAt).toISOString(),
    };
  });
}
