/**
 * A part of the statement that stores events: it writes the fair-use mail (rulings §9.3) in the
 * same transaction, once the account's month exceeds its plan's fair use. `days` names the part
 * that raises accepted_day and returns account, day and the new number of events.
 *
 * The statement already holds the account's row of tail_head until it commits. So the returned
 * figure of today includes what every other instance has stored, and the earlier days of the month
 * no longer change. A statement that runs over midnight may miss some events; the account's next
 * events or the hourly check (`write-missed-fair-use-mail.ts`) find them. The condition is the
 * level, not the crossing: a lowered figure or a reseller flag that was turned off counts with the
 * next events.
 *
 * It is cheap because it keeps no counter of its own. For each account and statement it reads three
 * rows by their keys (account, plan, mail) and, while there is no mail, at most 30 rows by the key
 * of accepted_day. Next to storing one event of each account of a batch, that is not measurable.
 */
export const fairUseCrossing = (days: string): string => `fair_use as (
  insert into mail (account_no, kind, month, id)
  select a.no, 'fair_use', ${monthOf('t.day')}, ${mailId('a.id', 't.day')} from ${days} t join account a on a.no = t.account join plan p on p.slug = a.plan
  where not a.is_reseller and not ${hasMail('a.no', 't.day')}
    and t.events + ${acceptedInMonth('a.no', 't.day', '<')} > p.fair_use_events
  order by a.no
  -- Skips an account that is being deleted, so that storing the events does not fail for it.
  for key share of a
  on conflict (account_no, kind, month) do nothing)`;

/** The first day of a day's month. */
export const monthOf = (day: string): string => `date_trunc('month', ${day}::timestamp)::date`;

/**
 * The mail's id, by which a mailbox recognises a repeated mail. It is the same in every copy of the
 * database, because each copy may send the mail (docs/decisions/029-backup.md).
 */
export const mailId = (account: string, day: string): string =>
  `encode(substr(sha256(convert_to('fair_use ' || ${account} || to_char(${day}, ' YYYY-MM'), 'UTF8')), 1, 16), 'hex')::uuid`;

/** True if the account has a mail for the month of the day. */
export const hasMail = (account: string, day: string): string =>
  `exists (select from mail m where m.account_no = ${account} and m.kind = 'fair_use' and m.month = ${monthOf(day)})`;

/** The events accepted in the month of a day, before that day or up to and including it. */
export const acceptedInMonth = (account: string, day: string, until: '<' | '<='): string =>
  `(select coalesce(sum(d.events), 0) from accepted_day d where d.account = ${account} and d.day >= ${monthOf(day)} and d.day ${until} ${day})`;
