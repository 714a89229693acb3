import type { EventDetail, EventsQuery, SiteEvent } from '@goal/contract';

import type { Core } from '../../core.ts';
import type { SiteCredential } from '../../credential/credential.ts';
import { filterOf } from './filter-of-query.ts';
import { eventDetailView, findEvent } from './get-account-event.ts';
import { eventView, ipOf, redactedAtOf } from './event-view.ts';
import { listEvents } from './list-events.ts';

/** GET /events of the read API: a page of the events of the key's site. Throws `invalid_cursor`. */
export async function listSiteEvents(
  core: Core,
  { site, account }: SiteCredential,
  query: EventsQuery,
): Promise<{ events: SiteEvent[]; next_cursor: string }> {
  const after = await core.events.cursors.decode('events', query.cursor);
  const scope = { account: account.rowId, kind: 'site', site: site.rowId } as const;
  const { events, next } = await listEvents(core, scope, filterOf(query), { limit: query.limit, after });
  return {
    events: events.map((event) => eventView(event, site.id)),
    next_cursor: core.events.cursors.encode('events', next),
  };
}

/**
 * GET /events/{id}. Throws `not_found` for an unknown or foreign event, and for an id that is not
 * an integer (rulings §6.7).
 */
export async function getSiteEvent(core: Core, { site, account }: SiteCredential, id: string): Promise<EventDetail> {
  const event = await findEvent(core, { account: account.rowId, kind: 'site', site: site.rowId }, id);
  return { ...eventDetailView(event, site.id), ...ipOf(event), ...redactedAtOf(event) };
}
