import { limits, type AccountReceivedEvent, type SiteReceivedEvent, type TailQuery } from '@goal/contract';
import { withAllowance } from '@goal/db';

import { lastingAllowance } from '../ground/request-allowance.ts';
import type { Core } from '../core.ts';
import type { Caller } from '../ground/caller.ts';
import type { SiteCredential } from '../credential/credential.ts';
import type { EventRow } from '../event/event.ts';
import { filterOf } from '../event/read/filter-of-query.ts';
import { ipOf, receivedEventView, redactedAtOf } from '../event/read/event-view.ts';
import { judgeIpFilter, seesIp, type Member } from '../event/read/member-events.ts';
import { scopeOf, type AccountEventsQuery } from '../event/read/scope-of-query.ts';
import { withSites } from '../event/read/site-names.ts';
import { toEvents } from '../event/read/page-row.ts';
import type { EventScope } from '../event/scope.ts';
import { decodeTailPosition, encodeTailPosition } from './position.ts';
import { readTail, type TailRead } from './read-tail.ts';

export type TailPage<View> = { events: View[]; next_after: string; expired: boolean };

/** `revalidate` checks the credential again; `signal` aborts when the client has left. */
export type Waiting<Key> = { revalidate: () => Promise<Key>; signal: AbortSignal | undefined };

type AccountTailQuery = TailQuery & Pick<AccountEventsQuery, 'site_id' | 'group_id'>;

/** `scope`: what may be seen now. `keySlots`: how many of the key may wait, if not as usual. */
type TailReader<View> = {
  account: number;
  key: string;
  keySlots?: number;
  revalidate: () => Promise<void>;
  scope: () => Promise<EventScope>;
  show: (events: EventRow[]) => Promise<View[]>;
};

/**
 * GET /account/events/tail: the events that became visible after a position, in that order, each
 * event once (docs/decisions/016-tail.md). Each read checks scope and key again. Throws
 * `invalid_after`; `not_found` for a site or group that the caller may not see; `unavailable` when
 * too many requests wait; and what `revalidate` throws.
 */
export function tailAccountEvents(
  core: Core,
  caller: Caller,
  query: AccountTailQuery,
  { revalidate, signal }: Waiting<Caller>,
): Promise<TailPage<AccountReceivedEvent>> {
  let current = caller;
  const account = caller.account.rowId;
  return tail(core, query, signal, {
    account,
    key: `${caller.actor.kind}:${caller.actor.name}`,
    async revalidate() {
      current = await revalidate();
    },
    scope: () => scopeOf(core, current, query),
    show: (events) => withSites(core, account, events, receivedEventView, { withIp: true, isWhole: true }),
  });
}

/**
 * dashboard.events.tail: the same for a member, with addresses unless they are hidden from this
 * member (rulings §11.5). Three requests of a session wait at once, whoever else of the account
 * waits (rulings §10.7). Throws `missing_role_admin` as well.
 */
export async function tailMemberEvents(
  core: Core,
  member: Member,
  query: AccountTailQuery,
  { revalidate, signal }: Waiting<Member>,
): Promise<TailPage<AccountReceivedEvent>> {
  judgeIpFilter(member, query);
  let current = member;
  const account = member.caller.account.rowId;
  return tail(core, query, signal, {
    account,
    key: `session:${member.session.keyRowId}`,
    keySlots: limits.tailWaits.session,
    async revalidate() {
      current = await revalidate();
      judgeIpFilter(current, query);
    },
    scope: () => scopeOf(core, current.caller, query),
    show: (events) => withSites(core, account, events, receivedEventView, { withIp: seesIp(current), isWhole: true }),
  });
}

/** GET /events/tail of the read API: the same for the key's site. */
export function tailSiteEvents(
  core: Core,
  { account, site, prefix }: SiteCredential,
  query: TailQuery,
  { revalidate, signal }: Waiting<SiteCredential>,
): Promise<TailPage<SiteReceivedEvent>> {
  return tail(core, query, signal, {
    account: account.rowId,
    key: `site_key:${prefix}`,
    async revalidate() {
      await revalidate();
    },
    scope: () => Promise.resolve({ account: account.rowId, kind: 'site', site: site.rowId }),
    show: (events) =>
      Promise.resolve(
        events.map((event) => ({
          ...receivedEventView(event, site.id),
          ...ipOf(event),
          ...redactedAtOf(event),
        })),
      ),
  });
}

async function tail<View>(
  core: Core,
  query: TailQuery,
  signal: AbortSignal | undefined,
  reader: TailReader<View>,
): Promise<TailPage<View>> {
  const deadline = performance.now() + query.wait * 1000;
  const filter = filterOf(query);
  const given = await decodeTailPosition(core.events.cursors, query.after);
  let read = await readTail(core, await reader.scope(), filter, { after: given, limit: query.limit });
  if (query.wait > 0 && isEmpty(read)) {
    const waiter = core.events.tail.enter(reader.account, reader.key, reader.keySlots);
    // A waiter in a busy account reads often: each statement is bounded, not their sum.
    const allowance = lastingAllowance(reader.account, signal);
    try {
      while (isEmpty(read)) {
        const why = await waiter.next(read.position.seq, deadline, signal);
        if (why === 'over') break;
        const { position: after } = read;
        read = await withAllowance(allowance, async () => {
          await reader.revalidate();
          return why === 'news' ? readTail(core, await reader.scope(), filter, { after, limit: query.limit }) : read;
        });
      }
    } finally {
      waiter.leave();
    }
  }
  const events = await toEvents(core.events.dictionary, reader.account, read.rows);
  return {
    events: await reader.show(events),
    next_after: encodeTailPosition(core.events.cursors, read.position),
    expired: read.expired,
  };
}

/** True when the read found nothing to report and reached the end. */
function isEmpty({ rows, isAtEnd, expired }: TailRead): boolean {
  return rows.length === 0 && isAtEnd && !expired;
}
