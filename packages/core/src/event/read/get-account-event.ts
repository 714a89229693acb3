import { DomainError, parseDecimal, type AccountEventDetail, type EventDetail } from '@goal/contract';

import type { Core } from '../../core.ts';
import type { Caller } from '../../ground/caller.ts';
import type { EventDetail as DetailedEvent } from '../event.ts';
import { getEvent } from './get-event.ts';
import { eventView } from './event-view.ts';
import { scopeOf } from './scope-of-query.ts';
import { withSites } from './site-names.ts';
import type { EventScope } from '../scope.ts';

/**
 * GET /account/events/{id}: one event in full, of any site that the caller's lists cover (rulings
 * §9.5). Throws `not_found` for an unknown or foreign event, and for an id that is not an integer.
 */
export async function getAccountEvent(
  core: Core,
  caller: Omit<Caller, 'actor'>,
  id: string,
): Promise<AccountEventDetail> {
  const event = await findEvent(core, await scopeOf(core, caller, {}), id);
  const [shown] = await withSites(core, caller.account.rowId, [event], eventDetailView, {
    withIp: true,
    isWhole: true,
  });
  if (shown === undefined) throw new DomainError('not_found');
  return shown;
}

/** Finds an event of the scope. Throws `not_found` (rulings §6.7). */
export async function findEvent(core: Core, scope: EventScope, id: string): Promise<DetailedEvent> {
  const number = parseDecimal(id);
  const event = number === undefined ? undefined : await getEvent(core, scope, number);
  if (event === undefined) throw new DomainError('not_found');
  return event;
}

/** An event on the wire with the fields that only GET /events/{id} shows, before `ipOf`. */
export function eventDetailView(event: DetailedEvent, siteId: string): EventDetail {
  return {
    ...eventView(event, siteId),
    user_agent: event.userAgent,
    session_id: event.sessionId,
    post_id: event.postId,
    post_type: event.postType,
    post_status: event.postStatus,
  };
}
