import { Prisma, type Database, type Tx } from '@goal/db';

import { addDays } from './day.ts';

/** The sites of an account that have a longer retention than `days`. */
const longerThan = (accountRowId: number, days: number): Prisma.Sql =>
  Prisma.sql`account_no = ${accountRowId} AND retention_days > ${days}`;

/** The number of sites whose retention `shortenRetention` would find to become shorter. */
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
 * Stores the time and the former retention for each site of the account whose retention is about to
 * become shorter, so that the retention worker grants the grace period (rulings §9.2). Call it
 * before the retention changes.
 */
export async function shortenRetention(tx: Tx, accountRowId: number, days: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO retention_cut (site_no, former_days)
    SELECT no, retention_days FROM site WHERE ${longerThan(accountRowId, days)}`;
}

/**
 * Does the same for an account that stops being a reseller (rulings §9.2 «flag off»): until now
 * none of its events were ever deleted.
 */
export async function startRetention(tx: Tx, accountRowId: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO retention_cut (site_no, former_days) SELECT no, NULL FROM site WHERE account_no = ${accountRowId}`;
}

/**
 * The effect of a retention that becomes shorter on a UTC day (rulings §9.2): it is applied from
 * the day `appliedOn`, and then keeps all events that occurred on the day `keptFrom` or later.
 */
export function graceOf(
  today: string,
  graceDays: number,
  retentionDays: number,
): { appliedOn: string; keptFrom: string } {
  const appliedOn = addDays(today, graceDays);
  return { appliedOn, keptFrom: addDays(appliedOn, -retentionDays) };
}

/**
 * A shortening of a retention: its UTC day and the former retention; null if nothing was ever
 * deleted before.
 */
export type RetentionCut = { day: string; formerDays: number | null };

/**
 * The first UTC day on which retention may delete an event that occurred on `day`: the event must
 * be older than the retention, and than every former retention whose grace period has not ended
 * (rulings §9.2).
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
