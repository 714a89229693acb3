import { DomainError } from '@goal/contract';

/**
 * The hard limit of an account's month (rulings §10.39) and the events accepted in it, as they were
 * when the key was looked up, half a second ago at most (docs/decisions/006-authentications.md). It
 * refuses a flood before its bodies are read; the statement that stores judges exactly
 * (docs/decisions/056-exact-hard-limit.md).
 */
export type MonthlyLimit = { events: number; accepted: number; endsAt: Date };

/** The columns of `MonthlyLimitRow` for an account `a` with the plan `p`. */
export const monthlyLimitColumns = `
  CASE WHEN a.is_reseller THEN NULL ELSE p.hard_limit_events END AS hard_limit,
  CASE WHEN NOT a.is_reseller AND p.hard_limit_events IS NOT NULL THEN
    (SELECT coalesce(sum(d.events), 0)::bigint FROM accepted_day d
     WHERE d.account = a.no AND d.day >= date_trunc('month', now() AT TIME ZONE 'utc')::date) END AS month_accepted,
  (date_trunc('month', now() AT TIME ZONE 'utc') + interval '1 month') AT TIME ZONE 'utc' AS month_ends_at`;

export type MonthlyLimitRow = { hard_limit: number | null; month_accepted: number | null; month_ends_at: Date };

/** Undefined where nothing limits the month: the plan has no hard limit, or the flag lifts it. */
export function monthlyLimitOf(row: MonthlyLimitRow): MonthlyLimit | undefined {
  if (row.hard_limit === null) return undefined;
  return { events: row.hard_limit, accepted: row.month_accepted ?? 0, endsAt: row.month_ends_at };
}

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
