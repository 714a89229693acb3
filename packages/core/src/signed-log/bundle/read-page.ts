import type { Queryable } from '@goal/db';

import type { PageOfBundle } from './bundle-writer.ts';
import { entriesOfRow, type StoredEntry, type StoredEvent } from '../entries/entry-rows.ts';
import type { LogSite } from '../entries/log-sites.ts';
import { eventsByIds, textOf } from '../entries/logged-events.ts';
import { dayOf, readRowsBetween, type LogOf, type ReadRow } from '../entries/read-entries.ts';
import { redactedAmong } from '../entries/redacted-events.ts';
import { saltsOfEvents } from '../keys/salts-of-events.ts';

/** Leaves that one page of a bundle has. */
export const leavesOfPage = 32 * entriesOfRow;

/** Which leaves a reader may see: all of an account's log, or those about some sites. */
export type Visible = { kind: 'all' } | { kind: 'sites'; sites: ReadonlySet<number> };

/**
 * Reads the leaves from `from` up to but not `to`, and those of their events that are there. Salts
 * are read before the events, so an event that is there then has one; what was redacted is read
 * last, so whatever a redaction took from an event, it is known as redacted.
 */
export async function readBundlePage(
  on: Queryable,
  of: LogOf,
  { from, to }: { from: number; to: number },
  { sites, visible }: { sites: ReadonlyMap<number, LogSite>; visible: Visible },
): Promise<{ rows: ReadRow[]; page: PageOfBundle }> {
  const found = await readRowsBetween(on, of, { from, to });
  const isVisible = visibleOf(visible, sites);
  const events = found.flatMap(({ entries }) => entries.filter((one) => one.kind === 'event' && isVisible(one)));
  const dated = events.flatMap((one) =>
    one.kind === 'event' ? [{ site: one.site, id: one.id, day: dayOf(one) }] : [],
  );
  const salts = await saltsOfEvents(on, of.account, dated);
  const there = await eventsByIds(
    on,
    of.account,
    dated.map(({ id }) => id),
  );
  const redacted = await redactedAmong(
    on,
    of.account,
    dated.map(({ id }) => id),
  );
  const siteIdOf = (site: number): string => sites.get(site)?.id ?? '';
  return {
    rows: found,
    page: {
      isVisible,
      siteIdOf,
      shown({ id }) {
        const [salt, event] = [salts.get(id), there.get(id)];
        return salt === undefined || event === undefined || event.isRedacted
          ? undefined
          : { salt, text: textOf(event, siteIdOf(event.site)) };
      },
      isRedacted: ({ id }) => redacted.has(id) || there.get(id)?.isRedacted === true,
    },
  };
}

function visibleOf(visible: Visible, sites: ReadonlyMap<number, LogSite>): (entry: StoredEntry) => boolean {
  if (visible.kind === 'all') return () => true;
  const ids = new Set([...visible.sites].map((site) => sites.get(site)?.id));
  return (entry: StoredEvent | StoredEntry) =>
    entry.kind === 'event' ? visible.sites.has(entry.site) : sitesOfNote(entry.text).every((id) => ids.has(id));
}

/** The sites that a note names. */
function sitesOfNote(text: string): string[] {
  // Our own note, or one that somebody broke by hand.
  const note = JSON.parse(text) as { site_id?: string | null; sites?: readonly (readonly [string, ...unknown[]])[] };
  const named = note.sites?.map(([id]) => id) ?? [];
  return typeof note.site_id === 'string' ? [note.site_id, ...named] : named;
}
