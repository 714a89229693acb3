import { DomainError, parseDecimal } from '@goal/contract';
import { rows, type Queryable } from '@goal/db';
import { inclusionPlan, proofHashes, tlogProof } from '@goal/signed-log';
import { sha256 } from '@goal/signed-log/node';

import type { Core } from '../../core.ts';
import type { SiteCredential } from '../../credential/credential.ts';
import { scopeOf } from '../../event/read/scope-of-query.ts';
import { covers, type EventScope } from '../../event/scope.ts';
import type { Caller } from '../../ground/caller.ts';
import { findEntry, type FoundEntry } from '../entries/find-entry.ts';
import { logHeads, type LogHead } from '../entries/log-head.ts';
import { nodesOfLog } from '../entries/log-nodes.ts';
import { someSitesOfLog } from '../entries/log-sites.ts';
import { datedOf, eventsByIds, textOf, type FoundEvent } from '../entries/logged-events.ts';
import { entryText } from '../entries/read-entries.ts';
import { saltsOfEvents } from '../keys/salts-of-events.ts';

/**
 * GET /account/events/{id}/proof: one event with the proof that it is in the log, as one file
 * (c2sp.org/tlog-proof, rulings §16.5). Throws `not_found` also for an event that was stored before
 * the log began or that was redacted, and `not_sealed`.
 */
export async function proveAccountEvent(core: Core, caller: Omit<Caller, 'actor'>, id: string): Promise<string> {
  return proveEvent(core, await scopeOf(core, caller, {}), id);
}

/** GET /events/{id}/proof: the same for an event of the key's site. */
export function proveSiteEvent(core: Core, { account, site }: SiteCredential, id: string): Promise<string> {
  return proveEvent(core, { account: account.rowId, kind: 'site', site: site.rowId }, id);
}

async function proveEvent(core: Core, scope: EventScope, given: string): Promise<string> {
  const { pages } = core.db;
  const { account } = scope;
  const id = parseDecimal(given);
  const found = id === undefined ? undefined : (await eventsByIds(pages, account, [id])).get(id);
  if (found === undefined || found.isRedacted || !covers(scope, found.site)) throw new DomainError('not_found');
  const heads = await logHeads(pages, account);
  const logged = await findInLogs(pages, account, heads, found);
  if (logged === undefined) {
    if (!core.events.log.isOn || !(await isYetToBeSealed(pages, account, found.event.id)))
      throw new DomainError('not_found');
    throw new DomainError('not_sealed', { retryAfter: core.events.log.seconds });
  }
  return proofOf(pages, account, logged, found);
}

type Logged = FoundEntry & { head: LogHead };

/** The newest log that has the event. */
async function findInLogs(
  on: Queryable,
  account: number,
  heads: readonly LogHead[],
  { event }: FoundEvent,
): Promise<Logged | undefined> {
  const sought = { id: event.id, receivedMs: Date.parse(event.received_at) };
  for (const head of heads.toReversed()) {
    const entry = await findEntry(on, account, head, sought);
    if (entry !== undefined) return { ...entry, head };
  }
  return undefined;
}

const waiting = {
  name: 'is an event yet to be sealed',
  text: `select exists (select from tail t where t.account = $1::int and t.first_id <= $2::bigint and t.last_id >= $2::bigint
    and t.seq > coalesce((select h.seq from log_head h where h.account = $1::int order by h.log desc limit 1), 0))`,
};

async function isYetToBeSealed(on: Queryable, account: number, id: number): Promise<boolean> {
  const [row] = await rows<[isWaiting: string]>(on, { ...waiting, values: [account, id] });
  return row?.[0] === 't';
}

async function proofOf(
  on: Queryable,
  account: number,
  { index, entry, head }: Logged,
  found: FoundEvent,
): Promise<string> {
  const plan = inclusionPlan(head.size, index);
  const hashOf = await nodesOfLog(on, { account, log: head.log }, plan.flat());
  const siteId = (await someSitesOfLog(on, account, [entry.site])).get(entry.site)?.id;
  const salt = (await saltsOfEvents(on, account, [datedOf(found)])).get(found.event.id);
  // The event, its site or its salt has gone since it was read.
  if (siteId === undefined || salt === undefined) throw new DomainError('not_found');
  const extra = {
    entry: entryText(entry, () => siteId),
    salt: Buffer.from(salt).toString('base64'),
    event: textOf(found, siteId),
  };
  return tlogProof({
    index,
    hashes: proofHashes(sha256, plan, hashOf),
    checkpoint: head.checkpoint,
    extra: Buffer.from(JSON.stringify(extra)),
  });
}
