import type { Database, Tx } from '@goal/db';

import { addDays } from './day.ts';

/** The number of sites whose retention `setRetention` would shorten. */
export async function countShortened(
  client: Database['prisma'] | Tx,
  accountRowId: number,
  days: number,
): Promise<number> {
  const [row] = await client.$queryRaw<{ n: bigint }[]>`
    SELECT count(*) AS n FROM site WHERE account_no = ${accountRowId} AND retention_days > ${days}`;
  return Number(row?.n ?? 0);
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

/** The UTC day of a shortening and the former retention; null if nothing was deleted before. */
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
