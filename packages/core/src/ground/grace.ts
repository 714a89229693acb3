import { Prisma, type Database, type Tx } from '@goal/db';

import { addDays } from './day.ts';

/** The sites of an account whose retention becomes shorter by a figure. */
const longerThan = (accountRowId: number, days: number): Prisma.Sql =>
  Prisma.sql`account_no = ${accountRowId} AND retention_days > ${days}`;

/** How many sites `shortenRetention` would store a moment for. */
export async function countShortened(
  client: Database['prisma'] | Tx,
  accountRowId: number,
  days: number,
): Promise<number> {
  const [row] = await client.$queryRaw<
    { n: bigint }[]
  >`SELECT count(*) AS n FROM site WHERE ${longerThan(accountRowId, days)}`;
  return Number(row?.n ?? 0);
}

/**
 * Stores the moment and the former figure for each site of the account whose retention is about to become shorter, so that the retention
 * worker can grant the grace (rulings §9.2). Call it before the figure is changed.
 */
export async function shortenRetention(tx: Tx, accountRowId: number, days: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO retention_cut (site_no, former_days)
    SELECT no, retention_days FROM site WHERE ${longerThan(accountRowId, days)}`;
}

/** The same where events were never purged until now: an account that ceases to be a reseller (rulings §9.2 «flag off»). */
export async function startRetention(tx: Tx, accountRowId: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO retention_cut (site_no, former_days) SELECT no, NULL FROM site WHERE account_no = ${accountRowId}`;
}

/**
 * What a retention that becomes shorter on a UTC day means (rulings §9.2): `appliedOn`, the day from which it is applied, and `keptFrom`, the
 * first day of occurrence of which it then spares all events.
 */
export function graceOf(
  today: string,
  graceDays: number,
  retentionDays: number,
): { appliedOn: string; keptFrom: string } {
  const appliedOn = addDays(today, graceDays);
  return { appliedOn, keptFrom: addDays(appliedOn, -retentionDays) };
}

/** A shortening of a retention: the UTC day it was made, and what it was before; null: nothing was ever deleted. */
export type RetentionCut = { day: string; formerDays: number | null };

/**
 * The first UTC day on which retention may delete an event that occurred on `day`: when it is older than the figure, and than every former
 * figure whose grace has not ended (rulings §9.2).
 */
export function deletableOn(
  day: string,
  { retentionDays, cuts, graceDays }: { retentionDays: number; cuts: readonly RetentionCut[]; graceDays: number },
): string {
  let on = addDays(day, retentionDays);
  for (;;) {
    const spared = cuts.flatMap((cut) => {
      const until = addDays(cut.day, graceDays);
      const ends = cut.formerDays === null ? until : earlier(until, addDays(day, cut.formerDays));
      return on < ends ? [ends] : [];
    });
    const [next] = spared;
    if (next === undefined) return on;
    on = next;
  }
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
