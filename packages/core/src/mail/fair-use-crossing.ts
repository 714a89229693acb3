/**
 * The part of the statement that stores events which writes the mail of fair use (rulings §9.3): in their transaction, once the account's month has
 * passed the figure of its plan. `days` names the part that raises accepted_day and returns account, day and events of the rows as they are then.
 *
 * The statement holds the account's row of tail_head by now, until it commits: so today's figure, as returned, counts what every other instance has stored,
 * and the month's earlier days are settled. Whoever stored over a midnight may miss some of them; the next events of the account, or the look of each
 * hour (`write-missed-fair-use-mail.ts`), do not. Not only the step over the figure counts: a figure that was lowered, or a flag that was turned off, makes
 * itself felt with the next events.
 *
 * It is cheap because nothing is counted or kept for it: three rows by their keys (account, plan, mail) and, without a mail yet, at most 30 rows by the key of
 * accepted_day, an account and statement. Beside storing one event of each account of a batch that cannot be measured.
 */
export const fairUseCrossing = (days: string): string => `fair_use as (
  insert into mail (account_no, kind, month, id)
  select a.no, 'fair_use', ${monthOf('t.day')}, ${mailId('a.id', 't.day')} from ${days} t join account a on a.no = t.account join plan p on p.slug = a.plan
  where not a.is_reseller and not ${hasMail('a.no', 't.day')}
    and t.events + ${acceptedInMonth('a.no', 't.day', '<')} > p.fair_use_events
  order by a.no
  -- It may be deleted at this moment: then there is nobody to write to, and the events must not fail for it.
  for key share of a
  on conflict (account_no, kind, month) do nothing)`;

/** The first day of a day's month. */
export const monthOf = (day: string): string => `date_trunc('month', ${day}::timestamp)::date`;

/** The mail's id, by which a mailbox knows it again: the same from every copy of the database, which may each send it (docs/decisions/029-backup.md). */
export const mailId = (account: string, day: string): string =>
  `encode(substr(sha256(convert_to('fair_use ' || ${account} || to_char(${day}, ' YYYY-MM'), 'UTF8')), 1, 16), 'hex')::uuid`;

/** That the account has a mail of the month. */
export const hasMail = (account: string, day: string): string =>
  `exists (select from mail m where m.account_no = ${account} and m.kind = 'fair_use' and m.month = ${monthOf(day)})`;

/** The events that were accepted on the days of a day's month, before that day or with it. */
export const acceptedInMonth = (account: string, day: string, until: '<' | '<='): string =>
  `(select coalesce(sum(d.events), 0) from accepted_day d where d.account = ${account} and d.day >= ${monthOf(day)} and d.day ${until} ${day})`;
