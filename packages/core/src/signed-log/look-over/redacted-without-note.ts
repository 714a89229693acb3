import { rows, type Queryable } from '@goal/db';

import { entriesOfRow, type StoredEvent } from '../entries/entry-rows.ts';
import type { FoundEvent } from '../entries/logged-events.ts';
import type { LogSite } from '../entries/log-sites.ts';
import { readRows } from '../entries/read-entries.ts';
import type { NoteOfRedaction } from '../entries/redacted-events.ts';

/** Leaves of a log with events, and what the database has of these events. */
type Looked = {
  events: readonly { index: number; entry: StoredEvent }[];
  there: ReadonlyMap<number, FoundEvent>;
  redacted: ReadonlyMap<number, NoteOfRedaction>;
  /** By row id. */
  sites: ReadonlyMap<number, LogSite>;
};

/**
 * The leaves of redacted events which no note names (rulings §13.4), but for those of which the log
 * is yet to be told: somebody else than a redaction made them so.
 */
export async function redactedWithoutNote(
  on: Queryable,
  account: number,
  { events, there, redacted, sites }: Looked,
): Promise<number[]> {
  // Of a site that was deleted the log is told no redaction any more.
  const asked = events.filter(
    ({ entry: { id, site } }) =>
      (redacted.has(id) || there.get(id)?.isRedacted === true) && sites.get(site)?.isDeleted !== true,
  );
  if (asked.length === 0) return [];
  const notes = await readNotes(
    on,
    account,
    asked.flatMap(({ entry }) => redacted.get(entry.id) ?? []),
  );
  const unnamed = asked.filter(({ entry }) => {
    const place = redacted.get(entry.id);
    return place === undefined || !names(notes.get(keyOf(place)), sites.get(entry.site)?.id, entry.n);
  });
  const waiting = await waitingToBeTold(
    on,
    account,
    unnamed.map(({ entry }) => entry.id),
  );
  return unnamed.flatMap(({ index, entry }) => (waiting.has(entry.id) ? [] : [index]));
}

type LeafPlace = { log: number; leaf: number };
const keyOf = ({ log, leaf }: LeafPlace): string => `${log} ${leaf}`;

/** The texts of the notes at these leaves. */
async function readNotes(on: Queryable, account: number, places: readonly LeafPlace[]): Promise<Map<string, string>> {
  const notes = new Map<string, string>();
  for (const log of new Set(places.map((place) => place.log))) {
    const leaves = places.flatMap((place) => (place.log === log ? [place.leaf] : []));
    const firsts = [...new Set(leaves.map((leaf) => leaf - (leaf % entriesOfRow)))];
    for (const { first, entries } of await readRows(on, { account, log }, firsts))
      for (const [at, entry] of entries.entries())
        if (entry.kind === 'note') notes.set(keyOf({ log, leaf: first + at }), entry.text);
  }
  return notes;
}

/** Whether a note says that an event of a site was redacted. */
function names(text: string | undefined, siteId: string | undefined, n: number): boolean {
  if (text === undefined) return false;
  // Our own note, or one that somebody broke by hand.
  const note = JSON.parse(text) as { kind?: unknown; sites?: readonly (readonly [string, readonly number[]])[] };
  return note.kind === 'redact' && note.sites?.some(([id, numbers]) => id === siteId && numbers.includes(n)) === true;
}

const telling = {
  name: 'redactions yet to be told',
  text: `select i.id from unnest($2::bigint[]) i(id) where exists (select from log_outbox o
      where o.account = $1::int and o.note ->> 'kind' = 'redact' and o.note -> 'events' @> to_jsonb(i.id))`,
};

async function waitingToBeTold(on: Queryable, account: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await rows<[id: number]>(on, { ...telling, values: [account, ids] })).map(([id]) => id));
}
