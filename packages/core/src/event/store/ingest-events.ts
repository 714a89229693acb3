import { DomainError, fieldError, limits, type IngestResult } from '@goal/contract';

import type { Events } from '../../core.ts';
import type { SiteCredential } from '../../credential/credential.ts';
import type { NewEvent } from '../event.ts';
import { parseEvent } from './read-event.ts';
import { storeEvents } from './store-events.ts';
import { findStoredUuids } from './stored-uuids.ts';

/** The part of a site key's credential that storing needs. */
type Sender = {
  site: Pick<SiteCredential['site'], 'rowId' | 'retentionDays' | 'keepsIp'>;
  account: Pick<SiteCredential['account'], 'rowId' | 'isReseller'>;
};

/**
 * POST /events: one event, or `events` with 1 to 1,000 of them (rulings §7). Answers when every
 * accepted event is durable; a bad event never holds back the others, and a repeat of a stored one
 * is a duplicate whatever its age. Throws the sentence of a bad
 * single event, `events_range`, `too_many_events`, `monthly_limit` (rulings §10.39), and
 * `invalid_token` when the site was deleted meanwhile (rulings §2.5).
 */
export async function ingestEvents(
  core: Events,
  { site, account }: Sender,
  body: Record<string, unknown>,
): Promise<IngestResult> {
  const arrival = {
    ms: Date.now(),
    retentionDays: account.isReseller ? null : site.retentionDays,
    keepsIp: site.keepsIp,
  };
  const single = !Object.hasOwn(body, 'events');
  const of = { account: account.rowId, site: site.rowId };
  const parsed = (single ? [body] : judgeList(body['events'])).map((input) => parseEvent(input, arrival));
  const known = await findStoredUuids(
    core.db.pages,
    of,
    parsed.flatMap(({ repeats }) => repeats ?? []),
  );
  const events: NewEvent[] = [];
  const rejected: IngestResult['rejected'] = [];
  let repeats = 0;
  for (const [index, read] of parsed.entries()) {
    if ('event' in read) events.push(read.event);
    else if (read.repeats !== undefined && known.has(read.repeats)) repeats += 1;
    else if (single) throw fieldError(read.error);
    else rejected.push({ index, error: read.error });
  }
  const { accepted, duplicates, gone } = await storeEvents(core, of, events);
  if (gone) throw new DomainError('invalid_token');
  return { accepted, duplicates: duplicates + repeats, rejected };
}

/** Notes how a request to send events ended, once for each. `domain` is what it named. */
export function onIngested(
  { events: { arrivals, counts } }: Pick<Events, 'events'>,
  site: number,
  end: IngestResult | { refusal: string; domain?: string | undefined },
): void {
  if ('refusal' in end) return arrivals.refused(site, end.refusal, end.domain);
  counts.accepted += end.accepted;
  counts.duplicates += end.duplicates;
  counts.rejected += end.rejected.length;
  const [first] = end.rejected;
  if (first !== undefined) arrivals.refused(site, first.error);
  if (end.accepted > 0) arrivals.accepted(site);
}

/** A body that has `events`, whatever its value, is a batch (rulings §7.4). */
function judgeList(list: unknown): unknown[] {
  if (!Array.isArray(list)) throw fieldError('events must be an array');
  if (list.length === 0) throw new DomainError('events_range');
  if (list.length > limits.eventsPerRequest) throw new DomainError('too_many_events');
  return list;
}
