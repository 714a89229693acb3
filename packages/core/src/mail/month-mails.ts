/** Mails about what an account has sent in a month, each at most once a month. */
export type MonthMailKind = 'fair_use' | 'limit_near' | 'limit_reached';

/**
 * A part of the statement that stores events: it writes the mails about the account's month
 * (rulings §9.3, §10.39) in the same transaction. `days` names the part that raises accepted_day
 * and returns account, day and the new number of events; `commits` the one that returns account and
 * the number of events of this commit.
 *
 * It also judges the hard limit (`isOverMonth`): where the month had reached it before this commit,
 * a mail without a kind is written, which the table refuses. So the statement fails and stores
 * nothing (docs/decisions/053-hard-limit.md).
 *
 * The statement already holds the account's row of tail_head until it commits. So the returned
 * figure of today includes what every other instance has stored, and the earlier days of the month
 * no longer change. A statement that runs over midnight may miss some events; the account's next
 * events or the hourly check (`write-missed-month-mails.ts`) find them. The condition is the level,
 * not the crossing: a lowered figure or a reseller flag that was turned off counts with the next
 * events.
 *
 * It is cheap because it keeps no counter of its own. For each account and statement it reads a few
 * rows by their keys (account, plan, mails) and, while there is no mail, at most 30 rows by the key
 * of accepted_day. Next to storing one event of each account of a batch, that is not measurable.
 */
export const monthMails = (days: string, commits: string): string => `month_mails as (
  ${insertMonthMails({
    accounts: `${days} t join ${commits} c on c.account = t.account join account a on a.no = t.account`,
    accepted: `t.events + ${acceptedEarlier('a.no', 't.day')}`,
    more: ', (null, p.hard_limit_events + c.events, null)',
  })})`;

/** Whether the statement failed because an account had reached its hard limit before. */
export function isOverMonth(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'table' in error && 'column' in error)) return false;
  return error.code === '23502' && error.table === 'mail' && error.column === 'kind';
}

type MonthParts = { accounts: string; accepted: string; only?: string; more?: string };

/**
 * The statement that writes the mails of accounts `a` on a day `t.day`. `accounts` joins both, and
 * `accepted` is the number of events of the month so far. A kind is written from `least` events on
 * and only `below` a number; `more` adds kinds. No mail says that the limit is near once it is
 * reached.
 */
export const insertMonthMails = ({ accounts, accepted, only = 'true', more = '' }: MonthParts): string => `
  insert into mail (account_no, kind, month, id)
  select a.no, k.kind, ${monthOf('t.day')}, ${mailId('k.kind', 'a.id', 't.day')}
  from ${accounts} join plan p on p.slug = a.plan cross join lateral (values
    ('fair_use', p.fair_use_events + 1, null), ('limit_reached', p.hard_limit_events, null),
    ('limit_near', (p.hard_limit_events * 8 + 9) / 10, p.hard_limit_events)${more}) k(kind, least, below)
  where ${only} and k.least is not null and not a.is_reseller
    and not exists (select from mail m where m.account_no = a.no and m.kind = k.kind and m.month = ${monthOf('t.day')})
    and ${accepted} >= k.least and (k.below is null or ${accepted} < k.below)
  order by a.no, k.kind
  -- Skips an account that is being deleted, so that storing the events does not fail for it.
  for key share of a
  on conflict (account_no, kind, month) do nothing`;

/** The first day of a day's month. */
const monthOf = (day: string): string => `date_trunc('month', ${day}::timestamp)::date`;

/** A mailbox knows a repeat by it; the same in all copies (docs/decisions/029-backup.md). */
const mailId = (kind: string, account: string, day: string): string =>
  `encode(substr(sha256(convert_to(${kind} || ' ' || ${account} || to_char(${day}, ' YYYY-MM'), 'UTF8')), 1, 16), 'hex')::uuid`;

/** The events accepted in the month of a day before that day. */
const acceptedEarlier = (account: string, day: string): string =>
  `(select coalesce(sum(d.events), 0) from accepted_day d where d.account = ${account} and d.day >= ${monthOf(day)} and d.day < ${day})`;
