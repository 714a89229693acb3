import { rows, type Queryable } from '@goal/db';

import type { OpenPurge, OutboxNote } from '../../ground/tell-log.ts';
import type { LogSite } from '../entries/log-sites.ts';
import type { OpenLog } from '../entries/open-log.ts';

type OutboxRow = [no: string, at: string, note: string];

const reading = {
  name: 'outbox of a log',
  text: `select no::text, at, note::text from log_outbox where account = $1::int and note ->> 'kind' <> 'redact' order by at, place limit $2::int`,
};
const emptying = {
  name: 'empty the outbox of a log',
  text: 'delete from log_outbox where account = $1::int and no = any($2::uuid[])',
};

/**
 * Makes notes of what acts told the log, but for redactions, in the order of the acts, of `limit`
 * acts at most. Returns whether more may wait.
 */
export async function tellOutbox(on: Queryable, log: OpenLog, { limit }: { limit?: number } = {}): Promise<boolean> {
  const found = await rows<OutboxRow>(on, { ...reading, values: [log.account, limit ?? null] });
  for (const [, at, text] of found) {
    // Only `tellLog` writes this table.
    const note = JSON.parse(text) as OutboxNote;
    await tell(log, note, Date.parse(at));
  }
  if (found.length > 0) await rows(on, { ...emptying, values: [log.account, found.map(([no]) => no)] });
  return found.length === limit;
}

async function tell(log: OpenLog, note: OutboxNote, atMs: number): Promise<void> {
  switch (note.kind) {
    case 'log.begin':
      return;
    case 'log.delete':
      log.note({ kind: note.kind, by: note.by }, atMs);
      // Nothing may stand behind it, as what was redacted and not told yet.
      for (const site of await log.sites.loadAll()) log.sites.change(site, { isDeleted: true });
      return;
    case 'site.begin':
      await log.sites.load([note.site]);
      beginSite(log, { rowId: note.site, id: note.site_id, retentionDays: note.retention_days }, note.by, atMs);
      return;
    case 'site.retention':
      for (const site of await sitesOf(log, note.sites)) setRetention(log, site, note.retention_days, note.by, atMs);
      return;
    case 'site.delete':
      for (const site of await sitesOf(log, note.sites)) deleteSite(log, site, note.by, atMs);
      return;
    case 'hold.begin':
    case 'hold.end':
      return log.note({ kind: note.kind, hold: note.hold, site_id: note.site_id, by: note.by }, atMs);
    // Told behind the events of the seal (tell-redactions.ts).
    case 'redact':
      return;
    case 'purge':
      return tellPurges(log, note.sites, atMs);
  }
}

/** Those of these sites that the log knows and that were not deleted; null: all. */
async function sitesOf(log: OpenLog, sites: readonly number[] | null): Promise<LogSite[]> {
  if (sites === null) return (await log.sites.loadAll()).filter(({ isDeleted }) => !isDeleted);
  await log.sites.load(sites);
  return sites.flatMap((rowId) => {
    const site = log.sites.find(rowId);
    return site === undefined || site.isDeleted ? [] : [site];
  });
}

/** Tells of a site that the log does not know; of one that it knows, what its retention is now. */
export function beginSite(
  log: OpenLog,
  { rowId, id, retentionDays }: { rowId: number; id: string; retentionDays: number },
  by: string,
  atMs?: number,
): LogSite {
  const known = log.sites.find(rowId);
  if (known !== undefined) {
    setRetention(log, known, retentionDays, by, atMs);
    return known;
  }
  const site = { rowId, id, n: 0, retentionDays, isDeleted: false };
  log.sites.add(site);
  log.note({ kind: 'site.begin', site_id: id, retention_days: retentionDays, by }, atMs);
  return site;
}

/** Says nothing where the figure stands already, as where the plan of a reseller changes. */
function setRetention(log: OpenLog, site: LogSite, retentionDays: number, by: string, atMs?: number): void {
  if (site.isDeleted || site.retentionDays === retentionDays) return;
  log.sites.change(site, { retentionDays });
  log.note({ kind: 'site.retention', site_id: site.id, retention_days: retentionDays, by }, atMs);
}

export function deleteSite(log: OpenLog, site: LogSite, by: string, atMs?: number): void {
  log.sites.change(site, { isDeleted: true });
  log.note({ kind: 'site.delete', site_id: site.id, by }, atMs);
}

/** A note for each site, so that the bundle of one site can show it without naming others. */
async function tellPurges(log: OpenLog, purges: readonly OpenPurge[], atMs: number): Promise<void> {
  await log.sites.load(purges.map(({ site }) => site));
  for (const { site, before, until, events, unsealed } of purges) {
    const known = log.sites.find(site);
    // Of a site without an event in the log nothing is missing there.
    if (known === undefined || known.isDeleted || known.n === 0) continue;
    const purged = [known.id, wire(before), wire(until), events] as const;
    log.note({ kind: 'purge', sites: [purged], ...(unsealed ? { unsealed } : {}) }, Math.max(atMs, until));
  }
}

const wire = (ms: number): string => new Date(ms).toISOString();
