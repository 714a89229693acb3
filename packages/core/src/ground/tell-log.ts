import { Prisma, type Tx } from '@goal/db';

import type { Actor } from './actor.ts';

/** What an act tells the log. Sites are row ids; `retentionDays` -1: nothing is ever purged. */
export type LogAct =
  /** The account was created, so its log begins. */
  | { kind: 'account.create' }
  | { kind: 'site.begin'; site: { rowId: number; id: string }; retentionDays: number }
  | { kind: 'site.retention'; sites: readonly number[] | 'all'; retentionDays: number }
  | { kind: 'site.delete'; sites: readonly number[] }
  | { kind: 'account.delete' }
  | { kind: 'hold.begin' | 'hold.end'; hold: string; site: { rowId: number; id: string } | null }
  /** `events`: ids of events of one site. */
  | { kind: 'redact'; site: number; events: readonly number[] };

/** A row of the outbox for `signed-log/seal/tell-outbox.ts`. `site` and `sites` are row ids. */
export type OutboxNote =
  | { kind: 'site.begin'; site: number; site_id: string; retention_days: number; by: string }
  | { kind: 'site.retention'; sites: readonly number[] | null; retention_days: number; by: string }
  | { kind: 'site.delete'; sites: readonly number[]; by: string }
  | { kind: 'log.begin' | 'log.delete'; by: string }
  | { kind: 'hold.begin' | 'hold.end'; hold: string; site: number | null; site_id: string | null; by: string }
  | { kind: 'redact'; site: number; events: readonly number[]; by: string }
  | { kind: 'purge'; sites: readonly OpenPurge[] };

/** What was purged of a site since the last note: times in ms since 1970. */
export type OpenPurge = { site: number; before: number; until: number; events: number; unsealed: boolean };

/**
 * Tells the account's log what an act does, in the act's own transaction, which holds the account's
 * row: so notes stand in the log in the order of the acts. What was purged until then is told
 * first, because it was purged under the rule of before (docs/decisions/092-signed-log.md).
 * With a site its salts are deleted.
 */
export async function tellLog(
  tx: Tx,
  account: { rowId: number },
  actor: Actor,
  acts: readonly LogAct[],
): Promise<void> {
  const notes: OutboxNote[] = [];
  for (const act of acts) {
    const sites = endsPurgesOf(act);
    if (sites !== undefined) notes.push(...(await takePurges(tx, account.rowId, sites)));
    if (act.kind === 'site.delete') await forgetSaltsOf(tx, account.rowId, act.sites);
    notes.push(noteOf(act, actor.kind));
  }
  await putNotes(tx, account.rowId, notes);
}

async function forgetSaltsOf(tx: Tx, account: number, sites: readonly number[]): Promise<void> {
  await tx.$executeRaw`DELETE FROM log_salt WHERE account = ${account} AND site = ANY (${[...sites]})`;
  await tx.$executeRaw`DELETE FROM log_salt_kept WHERE account = ${account} AND site = ANY (${[...sites]})`;
}

/** The sites of which nothing more is purged under the rule of before. */
function endsPurgesOf(act: LogAct): readonly number[] | 'all' | undefined {
  if (act.kind === 'site.retention' || act.kind === 'site.delete') return act.sites;
  if (act.kind === 'hold.begin') return act.site === null ? 'all' : [act.site.rowId];
  return undefined;
}

function noteOf(act: LogAct, by: string): OutboxNote {
  switch (act.kind) {
    case 'site.begin':
      return {
        kind: act.kind,
        site: act.site.rowId,
        site_id: act.site.id,
        retention_days: act.retentionDays,
        by,
      };
    case 'site.retention':
      return { kind: act.kind, sites: act.sites === 'all' ? null : act.sites, retention_days: act.retentionDays, by };
    case 'site.delete':
      return { kind: act.kind, sites: act.sites, by };
    case 'account.create':
      return { kind: 'log.begin', by };
    case 'account.delete':
      return { kind: 'log.delete', by };
    case 'redact':
      return { kind: act.kind, site: act.site, events: act.events, by };
    case 'hold.begin':
    case 'hold.end':
      return { kind: act.kind, hold: act.hold, site: act.site?.rowId ?? null, site_id: act.site?.id ?? null, by };
  }
}

type PurgeRow = { site: number; before: Date; until: Date; events: bigint; unsealed: boolean };

/** Takes out what was purged of sites, for a note. */
async function takePurges(tx: Tx, account: number, sites: readonly number[] | 'all'): Promise<OutboxNote[]> {
  const only = sites === 'all' ? Prisma.empty : Prisma.sql`AND site = ANY (${[...sites]})`;
  const taken = await tx.$queryRaw<PurgeRow[]>`
    DELETE FROM log_purge WHERE account = ${account} ${only} RETURNING site, before, until, events, unsealed`;
  if (taken.length === 0) return [];
  const open = taken.map(({ site, before, until, events, unsealed }): OpenPurge => ({
    site,
    before: before.getTime(),
    until: until.getTime(),
    events: Number(events),
    unsealed,
  }));
  return [{ kind: 'purge', sites: open.toSorted((a, b) => a.site - b.site) }];
}

/** `place` orders the notes that one statement writes. */
async function putNotes(tx: Tx, account: number, notes: readonly OutboxNote[]): Promise<void> {
  if (notes.length === 0) return;
  const rows = notes.map((note, place) => Prisma.sql`(${account}, ${place}, ${JSON.stringify(note)}::jsonb)`);
  await tx.$executeRaw`INSERT INTO log_outbox (account, place, note) VALUES ${Prisma.join(rows)}`;
}
