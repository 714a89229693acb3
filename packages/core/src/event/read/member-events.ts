import { DomainError, type EventsAround, type FoundAccountEvent, type MemberEventDetail } from '@goal/contract';

import type { Core } from '../../core.ts';
import type { MembershipPart, SessionCredential } from '../../credential/credential.ts';
import type { Caller } from '../../ground/caller.ts';
import type { Order } from '../../ground/position.ts';
import { eventView } from './event-view.ts';
import { eventDetailView, findEvent } from './get-account-event.ts';
import { readAccountEvents } from './list-account-events.ts';
import { listEvents } from './list-events.ts';
import { scopeOf, type AccountEventsQuery } from './scope-of-query.ts';
import { withSites } from './site-names.ts';

/** A member who reads: as whom, by which membership, and in which session. */
export type Member = { caller: Caller; membership: MembershipPart; session: Pick<SessionCredential, 'keyRowId'> };

/** Whether a member sees addresses: an owner may hide them from viewers (rulings §11.5). */
export const seesIp = ({ membership: { role, account } }: Pick<Member, 'membership'>): boolean =>
  role !== 'viewer' || !account.hidesIp;

/**
 * Refuses to look for addresses on behalf of a member from whom they are hidden: the events found
 * would tell what they do not show (rulings §11.5). Throws `missing_role_admin`.
 */
export function judgeIpFilter(member: Pick<Member, 'membership'>, { ip }: Pick<AccountEventsQuery, 'ip'>): void {
  if (ip !== undefined && !seesIp(member)) throw new DomainError('missing_role_admin');
}

/**
 * dashboard.events.list: as GET /account/events, with addresses unless they are hidden from this
 * member (rulings §11.5), and with the time of the last event that the search examined, or null
 * when nothing further matches. Throws `missing_role_admin`, `invalid_cursor` and `not_found`.
 */
export async function listMemberEvents(
  core: Core,
  member: Member,
  query: AccountEventsQuery,
): Promise<{ events: FoundAccountEvent[]; next_cursor: string; searched_back_to: string | null }> {
  judgeIpFilter(member, query);
  const { events, next } = await readAccountEvents(core, member.caller, query, { withIp: seesIp(member) });
  return {
    events,
    next_cursor: core.events.cursors.encode('events', next),
    searched_back_to: next === undefined ? null : new Date(next.lastAt).toISOString(),
  };
}

/**
 * dashboard.events.get: one event in full, in the same way, with the time at which it was stored.
 * Throws `not_found`.
 */
export async function getMemberEvent(core: Core, member: Member, id: string): Promise<MemberEventDetail> {
  const event = await findEvent(core, await scopeOf(core, member.caller, {}), id);
  const view = (row: typeof event, siteId: string) => ({
    ...eventDetailView(row, siteId),
    received_at: row.receivedAt,
  });
  const [shown] = await withSites(core, member.caller.account.rowId, [event], view, {
    withIp: seesIp(member),
    isWhole: true,
  });
  if (shown === undefined) throw new DomainError('not_found');
  return shown;
}

/**
 * dashboard.events.around: at most `count` events of the same site on each side of an event, the
 * nearest first. Reads two plain pages of the site's index. Throws `not_found`.
 */
export async function eventsAround(core: Core, member: Member, id: string, count: number): Promise<EventsAround> {
  const account = member.caller.account.rowId;
  const event = await findEvent(core, await scopeOf(core, member.caller, {}), id);
  const position = { time: Date.parse(event.occurredAt), id: event.id };
  const read = async (order: Order): Promise<FoundAccountEvent[]> => {
    const scope = { account, kind: 'site' as const, site: event.site };
    const { events } = await listEvents(core, scope, {}, { limit: count, after: position, order });
    return withSites(core, account, events, eventView, { withIp: seesIp(member) });
  };
  return { before: await read('desc'), after: await read('asc') };
}
