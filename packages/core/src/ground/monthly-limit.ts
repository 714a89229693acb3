import { DomainError } from '@goal/contract';

/**
 * The hard limit of an account's month (rulings §10.39), as it was when the key was looked up.
 * `accepted` is the events of the month then, and every request adds what it has stored to the
 * object that it was judged by. No event is counted twice, because a request is judged before it
 * stores. So the next request with the same key sees the figure on this instance; what other keys
 * and instances have stored comes with the next look-up, after half a second at most
 * (docs/decisions/006-authentications.md).
 */
export type MonthlyLimit = { readonly events: number; accepted: number; readonly endsAt: Date };

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
  if (limit === undefined || limit.accepted < limit.events) return;
  const retryAfter = Math.max(1, Math.ceil((limit.endsAt.getTime() - Date.now()) / 1000));
  throw new DomainError('monthly_limit', { retryAfter });
}
