import type { CreateRedactionInput, RedactionPreview } from '@goal/contract';

import type { Core } from '../core.ts';
import type { Db } from '../ground/db.ts';
import { listEvents } from '../event/read/list-events.ts';
import { scopeOf } from '../event/read/scope-of-query.ts';
import type { Position } from '../ground/position.ts';
import type { ViewReader } from './what-keeps.ts';
import { showLeft } from './what-left.ts';

/** A preview reads so many events a page, and pages; it says when there is more. */
const pageEvents = 1000;
const pagesMax = 10;

/**
 * dashboard.redactions.preview: what a redaction would do now, in numbers, as far as one request
 * counts. Throws `not_found` for the site.
 */
export async function previewRedaction(
  core: Core,
  account: { rowId: number; id: string },
  { username, site_id: siteId, user_id: userId }: CreateRedactionInput,
  reader?: ViewReader,
): Promise<RedactionPreview> {
  const query = siteId === undefined || siteId === null ? {} : { site_id: siteId };
  const scope = await scopeOf(core, { account }, query);
  const filter = { username: username ?? undefined, userId: userId ?? undefined };
  const held = await heldSites(core, account);
  const sites = new Set<number>();
  let [events, onHold, since] = [0, 0, Infinity];
  let after: Position | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const found = await listEvents(core, scope, filter, { limit: pageEvents, after, order: 'asc' });
    for (const { site, receivedAt } of found.events) {
      events += 1;
      sites.add(site);
      if (held === 'all' || held.has(site)) onHold += 1;
      since = Math.min(since, Date.parse(receivedAt));
    }
    after = found.next;
    if (after === undefined) break;
  }
  const gone = {
    since: since === Infinity ? null : new Date(since),
    siteId: query.site_id?.toLowerCase() ?? null,
    whose: { username, user_id: userId },
  };
  const left = await showLeft(core, account, gone, reader);
  return { events, more: after !== undefined, sites: sites.size, held: onHold, ...left };
}

/** The sites that a legal hold covers. */
async function heldSites({ db }: Db, account: { rowId: number }): Promise<'all' | ReadonlySet<number>> {
  const holds = await db.prisma.legalHold.findMany({
    where: { accountRowId: account.rowId, endedAt: null },
    select: { siteRowId: true },
  });
  const sites = holds.flatMap(({ siteRowId: site }) => site ?? []);
  return sites.length < holds.length ? 'all' : new Set(sites);
}
