import {
  DomainError,
  isUuid,
  type AccountEvent,
  type EventsQuery,
  type SiteEvent,
  type SiteReceivedEvent,
} from '@goal/contract';

import type { Caller } from '../account/change-account.ts';
import type { Core } from '../core.ts';
import type { EventRow } from './event.ts';
import { filterOf } from './filter-of-query.ts';
import { listEvents } from './list-events.ts';
import type { EventScope } from './scope.ts';

export type AccountEventsQuery = EventsQuery & { site_id?: string | undefined; group_id?: string | undefined };

/**
 * GET /account/events: a page of the events of the account, of one of its sites, or of one of its groups; with a group key always of its own
 * group (interface.md §4 rule 6). Throws `invalid_cursor`; `not_found` for a site or group that is not the caller's to see.
 */
export async function listAccountEvents(
  core: Core,
  caller: Omit<Caller, 'actor'>,
  query: AccountEventsQuery,
): Promise<{ events: AccountEvent[]; next_cursor: string }> {
  const after = await core.events.sealer.open('events', query.cursor);
  const scope = await scopeOf(core, caller, query);
  const { events, next } = await listEvents(core.events, scope, filterOf(query), { limit: query.limit, after });
  return {
    events: await withSites(core, caller.account.rowId, events, eventView),
    next_cursor: core.events.sealer.seal('events', next),
  };
}

/** Which events the request may see, as things stand now. Throws `not_found` for a site or group that is not the caller's to see. */
export async function scopeOf(
  core: Core,
  caller: Omit<Caller, 'actor'>,
  query: Pick<AccountEventsQuery, 'site_id' | 'group_id'>,
): Promise<EventScope> {
  const account = caller.account.rowId;
  const groupRowId = await groupOf(core, caller, query.group_id);
  if (query.site_id !== undefined) {
    const site = isUuid(query.site_id)
      ? await core.db.prisma.site.findFirst({
          where: { id: query.site_id, accountRowId: account },
          select: { rowId: true, groupRowId: true },
        })
      : null;
    // To a group key a site outside its group does not exist; to an account key it has no events in that group (rulings §6.5).
    if (site === null || (caller.group !== undefined && site.groupRowId !== caller.group.rowId))
      throw new DomainError('not_found');
    if (groupRowId !== undefined && site.groupRowId !== groupRowId) return { account, kind: 'sites', sites: [] };
    return { account, kind: 'site', site: site.rowId };
  }
  if (groupRowId !== undefined) {
    const { rows } = await core.db.lookups.query<{ rowId: number }>({
      name: 'sites-of-group',
      text: 'SELECT no AS "rowId" FROM site WHERE account_no = $1 AND group_no = $2',
      values: [account, groupRowId],
    });
    return { account, kind: 'sites', sites: rows.map(({ rowId }) => rowId) };
  }
  const { rows } = await core.db.lookups.query<{ site: number }>({
    name: 'gone-sites',
    text: 'SELECT site FROM gone_site WHERE account = $1',
    values: [account],
  });
  return { account, kind: 'account', gone: rows.map(({ site }) => site) };
}

/** The group that the request names, or the key's own; a group key may name no other. */
async function groupOf(
  core: Core,
  { account, group }: Omit<Caller, 'actor'>,
  id: string | undefined,
): Promise<number | undefined> {
  if (id === undefined) return group?.rowId;
  if (group !== undefined) {
    if (id.toLowerCase() === group.id) return group.rowId;
    throw new DomainError('not_found');
  }
  const found = isUuid(id)
    ? await core.db.prisma.group.findFirst({ where: { id, accountRowId: account.rowId }, select: { rowId: true } })
    : null;
  if (found === null) throw new DomainError('not_found');
  return found.rowId;
}

/** Fills in the sites of a page. An event whose site was deleted since the page was read is gone as well (rulings §5.6). */
export async function withSites<Row extends EventRow, View extends SiteEvent>(
  core: Core,
  account: number,
  events: Row[],
  view: (event: Row, siteId: string) => View,
): Promise<(View & Omit<SiteNames, 'site_id'>)[]> {
  if (events.length === 0) return [];
  const sites = await namesOfSites(
    core,
    account,
    events.map(({ site }) => site),
  );
  return events.flatMap((event) => {
    const site = sites.get(event.site);
    if (site === undefined) return [];
    const { site_id: id, ...names } = site;
    return [{ ...view(event, id), ...names }];
  });
}

/** What an event of the account says of its site; `site_name` only where it has one (rulings §6.6). */
export type SiteNames = Pick<AccountEvent, 'site_id' | 'domain' | 'site_name'>;

/** Those of the sites that exist. */
export async function namesOfSites(core: Core, account: number, sites: number[]): Promise<Map<number, SiteNames>> {
  const { rows } = await core.db.lookups.query<{ rowId: number; id: string; domain: string; name: string | null }>({
    name: 'sites-of-page',
    text: 'SELECT no AS "rowId", id::text, domain, name FROM site WHERE account_no = $1 AND no = ANY($2)',
    values: [account, [...new Set(sites)]],
  });
  return new Map(
    rows.map(({ rowId, id, domain, name }) => [
      rowId,
      { site_id: id, domain, ...(name === null ? {} : { site_name: name }) },
    ]),
  );
}

/** An event on the wire (interface.md §2 Event). */
export function eventView(event: EventRow, siteId: string): SiteEvent {
  return {
    id: event.id,
    occurred_at: event.occurredAt,
    code: event.code,
    severity: event.severity,
    object: event.object,
    event_type: event.eventType,
    user_id: event.userId,
    username: event.username,
    message: event.message,
    site_id: siteId,
  };
}

/** The same with when it was stored, as the tail and the export show it. */
export function receivedEventView(event: EventRow, siteId: string): SiteReceivedEvent {
  return { ...eventView(event, siteId), received_at: event.receivedAt };
}
