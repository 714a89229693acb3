import { rows, type Database } from '@goal/db';

import type { Message } from './mailer.ts';
import { monthMessage, type MonthFigures } from './month-letter.ts';
import type { MonthMailKind } from './month-mails.ts';
import { isMutable, newsMessage, type MutableNews, type NewsFacts, type NewsKind } from './news-mail.ts';
import type { Unsubscribing } from './unsubscribing.ts';

/** A mail that a process has leased. `rowId` names it in the outbox, `id` in a mailbox. */
export type Due = { rowId: number; id: string; attempts: number } & (DueMonthMail | DueNews | DueChosen);
type DueMonthMail = { kind: MonthMailKind; is_reseller: boolean; accountRowId: number } & MonthFigures;
type DueNews = {
  kind: NewsKind;
  personRowId: number | null;
  to: string;
  account: string;
  brand: string | null;
  facts: NewsFacts;
  at: Date;
};
/** A weekly summary or checkpoint. `week`: its Monday, or the month's first day, `2026-11-23`. */
export type DueChosen = { kind: 'weekly' | 'checkpoint'; week: string; personRowId: number; accountRowId: number };

type Content = Omit<Message, 'id'>;
export type ComposeChosen = (due: DueChosen) => Promise<Content | undefined>;

const isChosen = (due: Due): due is Due & DueChosen => due.kind === 'weekly' || due.kind === 'checkpoint';
const isAboutMonth = (due: DueMonthMail | DueNews): due is DueMonthMail =>
  due.kind === 'fair_use' || due.kind === 'limit_near' || due.kind === 'limit_reached';

/** Makes the link that ends news of a kind for a person, where links lead somewhere. */
export type EndNews = (news: { kind: MutableNews; personRowId: number }) => Promise<Unsubscribing>;

type DueMeans = { composeChosen: ComposeChosen; endNews?: EndNews | undefined; operatorEmail?: string | undefined };

/**
 * The mail as it stands now; undefined if it no longer applies. `to` is empty where it is for the
 * operator and nobody knows the operator's address.
 */
export async function compose(
  due: Due,
  { composeChosen, endNews, operatorEmail = '' }: DueMeans,
): Promise<Content | undefined> {
  if (isChosen(due)) return composeChosen(due);
  if (isAboutMonth(due)) return due.is_reseller ? undefined : monthMessage(due.kind, due);
  if (due.kind === 'log_mismatch') return newsMessage({ ...due, to: operatorEmail });
  const { kind, personRowId } = due;
  const end = isMutable(kind) && personRowId !== null ? await endNews?.({ kind, personRowId }) : undefined;
  return { ...newsMessage(due, end?.link), ...end?.headers };
}

/** Leases the mail that is due first, what people chose after all others. */
export async function takeDueMail(db: Pick<Database, 'work'>, leaseSeconds: number): Promise<Due | undefined> {
  const { rows: taken } = await db.work.query<Due>(take, [leaseSeconds]);
  const [due] = taken;
  if (due === undefined || isChosen(due) || !isAboutMonth(due)) return due;
  const values = [due.accountRowId, due.month];
  const [sent] = await rows<[accepted: number]>(db.work, { ...acceptedInMonth, values });
  return { ...due, accepted: sent?.[0] ?? 0 };
}

/** What an account sent in a month that begins at $2. */
const acceptedInMonth = {
  name: 'accepted in a month',
  text: `select coalesce(sum(events), 0)::bigint from accepted_day where account = $1::int
    and day >= ($2::timestamptz at time zone 'utc')::date and day < ($2::timestamptz at time zone 'utc')::date + interval '1 month'`,
};

const take = `with taken as (
    update mail set due_at = clock_timestamp() + $1::int * interval '1 second', attempts = attempts + 1
    where no = (select no from mail where done_at is null and due_at <= clock_timestamp() order by week nulls first, due_at limit 1 for update skip locked)
    returning no, id, attempts, month, week, kind, recipient, detail, created_at, account_no, person_no)
  select t.no as "rowId", t.id::text, t.attempts, t.kind, t.month::timestamp at time zone 'utc' as month, a.email, a.plan, a.is_reseller, p.fair_use_events as "fairUse", p.hard_limit_events as "limit",
    coalesce(t.recipient, o.email, a.email) as "to", coalesce(a.name, a.email, '') as account,
    (select name from brand where account_no = a.no and a.is_reseller) as brand,
    coalesce(t.detail, '{}') as facts, t.created_at as at, t.week::text, t.person_no as "personRowId", t.account_no as "accountRowId"
  from taken t left join account a on a.no = t.account_no left join plan p on p.slug = a.plan left join person o on o.no = t.person_no`;
