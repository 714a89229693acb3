import { DomainError } from '@goal/contract';
import { isUnavailable, rows, type Database } from '@goal/db';

/**
 * A hard limit (rulings §10.39) as it was half a second ago at most
 * (docs/decisions/006-authentications.md): it refuses a flood; storing judges exactly
 * (docs/decisions/053-hard-limit.md).
 */
export type MonthlyLimit = { events: number; accepted: number; endsAt: Date };

/** The columns of `MonthlyLimitRow` for an account `a` with the plan `p`. */
export const monthlyLimitColumns = `
  CASE WHEN a.is_reseller THEN NULL ELSE p.hard_limit_events END AS hard_limit,
  (date_trunc('month', now() AT TIME ZONE 'utc') + interval '1 month') AT TIME ZONE 'utc' AS month_ends_at`;

export type MonthlyLimitRow = { hard_limit: number | null; month_ends_at: Date };

/** Undefined where nothing limits the month: the plan has no hard limit, or the flag lifts it. */
export function monthlyLimitOf(row: MonthlyLimitRow, accepted: number): MonthlyLimit | undefined {
  if (row.hard_limit === null) return undefined;
  return { events: row.hard_limit, accepted, endsAt: row.month_ends_at };
}

/**
 * The events of this month of an account with a limit; 0 without one. A statement of its own,
 * because Citus joins no keys with counters that are spread over machines. It is 0 as well where
 * the account's machine is away: the look-up also serves keys of accounts on other machines, and
 * what stores judges exactly.
 */
export async function acceptedThisMonth(
  { lookups }: Pick<Database, 'lookups'>,
  { account_no: account, hard_limit: limit }: Pick<MonthlyLimitRow, 'hard_limit'> & { account_no: number },
): Promise<number> {
  if (limit === null) return 0;
  const read = rows<[accepted: number]>(lookups, { ...thisMonth, values: [account] });
  const [row] = await read.catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
    return [];
  });
  return row?.[0] ?? 0;
}

const thisMonth = {
  name: 'accepted this month',
  text: `select coalesce(sum(events), 0)::bigint from accepted_day
    where account = $1::int and day >= date_trunc('month', now() at time zone 'utc')::date`,
};

/** Throws `monthly_limit` with the seconds until the next month once the limit is reached. */
export function judgeMonthlyLimit(limit: MonthlyLimit | undefined): void {
  if (limit !== undefined && limit.accepted >= limit.events) throw overMonth(limit.endsAt.getTime());
}

/** `monthly_limit` with the seconds until the month ends. */
function overMonth(endsAtMs: number): DomainError {
  const retryAfter = Math.max(1, Math.ceil((endsAtMs - Date.now()) / 1000));
  return new DomainError('monthly_limit', { retryAfter });
}

/** The same for a request that the statement refused, which knows no key's look-up. */
export function overThisMonth(): DomainError {
  const now = new Date();
  return overMonth(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
}
