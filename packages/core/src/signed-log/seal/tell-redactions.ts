import { rows, type Queryable } from '@goal/db';

import type { OutboxNote } from '../../ground/tell-log.ts';
import { broughtBehind } from '../../tail/unsealed.ts';
import { findNumbers } from '../entries/find-numbers.ts';
import { logHeads } from '../entries/log-head.ts';
import type { LogSite } from '../entries/log-sites.ts';
import type { OpenLog } from '../entries/open-log.ts';
import { noteLeafOf } from '../entries/redacted-events.ts';

/** Acts that one seal tells; each names at most 500 events of one site. */
const actsAtOnce = 10;

type Redacted = OutboxNote & { kind: 'redact' };

const reading = {
  name: 'redactions for a log',
  text: `select no::text, at, note::text from log_outbox where account = $1::int and note ->> 'kind' = 'redact' order by at, place limit $2::int`,
};
const emptying = {
  name: 'redactions that a log was told',
  text: 'delete from log_outbox where account = $1::int and no = any($2::uuid[])',
};
const keeping = {
  name: 'redactions that a log waits for',
  text: `update log_outbox set note = jsonb_set(note, '{events}', $3::jsonb) where account = $1::int and no = $2::uuid`,
};

/**
 * Makes notes of what was redacted, behind the events of a seal: a note names the numbers of events
 * that the log has, so that of an event which is yet to be sealed waits for it. Of an event that no
 * log has, and of a site that was deleted, there is nothing to tell. `sealed` holds the numbers of
 * redacted events that this seal brought. Returns whether more may wait.
 */
export async function tellRedactions(
  on: Queryable,
  log: OpenLog,
  sealed: ReadonlyMap<number, number>,
): Promise<boolean> {
  const found = await rows<[no: string, at: string, note: string]>(on, {
    ...reading,
    values: [log.account, actsAtOnce],
  });
  if (found.length === 0) return false;
  const acts = found.map(([no, at, text]) => ({
    no,
    atMs: Date.parse(at),
    // Only `tellLog` writes this table.
    note: JSON.parse(text) as Redacted,
  }));
  await log.sites.load(acts.map(({ note }) => note.site));
  const told: string[] = [];
  for (const { no, atMs, note } of acts) {
    const site = log.sites.find(note.site);
    const left = site?.isDeleted === true ? [] : await tell(on, log, site, { note, atMs, sealed });
    if (left.length === 0) told.push(no);
    else await rows(on, { ...keeping, values: [log.account, no, JSON.stringify(left)] });
  }
  if (told.length > 0) await rows(on, { ...emptying, values: [log.account, told] });
  // What is left waits for commits, which come first.
  return found.length === actsAtOnce && told.length > 0;
}

/** Tells of the events that a log has. Returns those that are yet to be sealed. */
async function tell(
  on: Queryable,
  log: OpenLog,
  site: LogSite | undefined,
  { note, atMs, sealed }: { note: Redacted; atMs: number; sealed: ReadonlyMap<number, number> },
): Promise<number[]> {
  const { account } = log;
  const stored = note.events.filter((id) => !sealed.has(id));
  const inLogs = await findNumbers(on, account, await logHeads(on, account), stored);
  const numberOf = (id: number): number | undefined => sealed.get(id) ?? inLogs.get(id);
  const known = note.events.filter((id) => numberOf(id) !== undefined);
  if (known.length > 0 && site !== undefined) {
    const numbers = known.map((id) => numberOf(id) ?? 0).toSorted((a, b) => a - b);
    const leaf = log.size;
    log.note({ kind: 'redact', sites: [[site.id, numbers]], by: note.by }, atMs);
    await noteLeafOf(on, account, known, { log: log.number, leaf });
  }
  const unknown = note.events.filter((id) => numberOf(id) === undefined);
  if (unknown.length === 0) return [];
  return broughtBehind(on, account, unknown, log.seq);
}
