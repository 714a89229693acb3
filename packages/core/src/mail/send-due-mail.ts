import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import type { Mailer, Message } from './mailer.ts';
import { monthMessage, type MonthFigures } from './month-letter.ts';
import type { MonthMailKind } from './month-mails.ts';
import { newsMessage, type NewsFacts, type NewsKind } from './news-mail.ts';

/** How mails are sent: through a mail server, or into the log if there is none. */
export type MailWay = {
  mailer: Mailer | undefined;
  /** Called for a mail that cannot be sent because there is no mail server. */
  onUnsent: (mail: { to: string; subject: string }) => void;
  /** Called when the server did not accept a mail, which is then retried. */
  onFailure: (error: unknown, mail: { attempts: number }) => void;
};

/** The number of mails of a round, by outcome. */
export type MailRound = { sent: number; logged: number; failed: number };

/**
 * How long a process keeps a mail to itself: longer than all timeouts of the mail server together.
 */
const leaseSeconds = 600;
/** The pauses before a failed mail is retried, which grow with each attempt. */
const retryPausesSeconds = [60, 300, 1800, 7200, 21_600];

type Due = { rowId: number; id: string; attempts: number } & (DueMonthMail | DueNews);
type DueMonthMail = { kind: MonthMailKind; is_reseller: boolean } & MonthFigures;
type DueNews = { kind: NewsKind; to: string; account: string; facts: NewsFacts; at: Date };

const isAboutMonth = (due: DueMonthMail | DueNews): due is DueMonthMail =>
  due.kind === 'fair_use' || due.kind === 'limit_near' || due.kind === 'limit_reached';

/** The mail as it stands now; undefined if it no longer applies. */
function compose(due: DueMonthMail | DueNews): Omit<Message, 'id'> | undefined {
  if (!isAboutMonth(due)) return newsMessage(due);
  return due.is_reseller ? undefined : monthMessage(due.kind, due);
}

/**
 * Sends all due mails, one after the other (rulings §9.3, §10.28, §10.39). Several processes share
 * the work: a process leases a mail for ten minutes. If it dies between sending and recording that,
 * or is aborted, another process sends the mail again with the same `Message-ID`. A mail that no
 * longer applies, because the account is now a reseller or its plan allows more, is deleted; a
 * later event of the month may write it again.
 */
export async function sendDueMail({ db }: Pick<Core, 'db'>, way: MailWay, signal?: AbortSignal): Promise<MailRound> {
  const round: MailRound = { sent: 0, logged: 0, failed: 0 };
  while (signal?.aborted !== true) {
    const taken = await db.work.query<Due>(take, [leaseSeconds]);
    const [mail] = taken.rows;
    if (mail === undefined) break;
    const content = compose(mail);
    if (content === undefined) {
      await db.work.query('delete from mail where no = $1', [mail.rowId]);
      continue;
    }
    const message = { id: mail.id, ...content };
    const close = (outcome: string) =>
      db.work.query('update mail set outcome = $2, done_at = clock_timestamp(), failure = null where no = $1', [
        mail.rowId,
        outcome,
      ]);
    if (way.mailer === undefined) {
      way.onUnsent({ to: message.to, subject: message.subject });
      await close('logged');
      round.logged += 1;
    } else
      try {
        if ((await unlessAborted(way.mailer.send(message), signal)) === 'aborted') break;
        await close('sent');
        round.sent += 1;
      } catch (error) {
        way.onFailure(error, { attempts: mail.attempts });
        const pause = retryPausesSeconds[Math.min(mail.attempts, retryPausesSeconds.length) - 1] ?? 60;
        await db.work.query(
          `update mail set due_at = clock_timestamp() + $2::int * interval '1 second', failure = $3 where no = $1 and done_at is null`,
          [mail.rowId, pause, reasonOf(error)],
        );
        round.failed += 1;
      }
  }
  return round;
}

/** The number of mails that are not sent yet, due or not. */
export async function countWaitingMail({ db }: Pick<Core, 'db'>): Promise<number> {
  const text = 'select count(*) from mail where done_at is null';
  const [row] = await rows<[waiting: number]>(db.work, { name: 'waiting mail', text, values: [] });
  return row?.[0] ?? 0;
}

/**
 * Waits for the work or the abort, whichever comes first: a mail server may be silent for longer
 * than a stopping process may take.
 */
async function unlessAborted(work: Promise<void>, signal?: AbortSignal): Promise<'done' | 'aborted'> {
  if (signal === undefined) return work.then(() => 'done');
  const listening = new AbortController();
  const aborted = new Promise<'aborted'>((resolve) => {
    if (signal.aborted) resolve('aborted');
    signal.addEventListener('abort', () => resolve('aborted'), { once: true, signal: listening.signal });
  });
  try {
    return await Promise.race([work.then(() => 'done' as const), aborted]);
  } finally {
    listening.abort();
    work.catch(() => {}); // after an abort nobody awaits it
  }
}

const take = `with taken as (
    update mail set due_at = clock_timestamp() + $1::int * interval '1 second', attempts = attempts + 1
    where no = (select no from mail where done_at is null and due_at <= clock_timestamp() order by due_at limit 1 for update skip locked)
    returning no, id, attempts, month, kind, recipient, detail, created_at, account_no, person_no)
  select t.no as "rowId", t.id::text, t.attempts, t.kind, t.month::timestamp at time zone 'utc' as month, a.email, a.plan, a.is_reseller, p.fair_use_events as "fairUse", p.hard_limit_events as "limit",
    (select coalesce(sum(events), 0)::bigint from accepted_day d
     where d.account = a.no and d.day >= t.month and d.day < t.month + interval '1 month') as accepted,
    coalesce(t.recipient, o.email, a.email) as "to", coalesce(a.name, a.email, '') as account,
    coalesce(t.detail, '{}') as facts, t.created_at as at
  from taken t left join account a on a.no = t.account_no left join plan p on p.slug = a.plan left join person o on o.no = t.person_no`;

/** The server's reason for the operator, on one line. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').slice(0, 300);
}
