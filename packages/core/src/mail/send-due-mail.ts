import type { Core } from '../core.ts';
import { fairUseMessage } from './fair-use-mail.ts';
import type { Mailer } from './mailer.ts';

/** How mails leave: over a server, or into the log where there is none. */
export type MailWay = {
  mailer: Mailer | undefined;
  /** A mail that nobody can send. */
  onUnsent: (mail: { to: string; subject: string }) => void;
  /** A server that did not take one; it is tried again. */
  onFailure: (error: unknown, mail: { attempts: number }) => void;
};

/** What a round did. */
export type MailRound = { sent: number; logged: number; failed: number };

/** Seconds that a mail is one process's: longer than a server may take that is slow at each step. */
const lease = 600;
/** Seconds until a mail that failed is tried again: longer each time. */
const pauses = [60, 300, 1800, 7200, 21_600];

type Due = {
  rowId: number;
  id: string;
  attempts: number;
  month: Date;
  email: string;
  plan: string;
  is_reseller: boolean;
  figure: number;
  accepted: number;
};

/**
 * Sends what is due, one mail after the other, until none is left (rulings §9.3). Several processes share the work: a mail is taken for ten
 * minutes, and who dies between sending and noting, or is called off, leaves it to the next, which sends it with the same `Message-ID`. One that is not
 * true any more, because the account is a reseller now or its plan allows more, is taken back: what comes later in the month may write it anew.
 */
export async function sendDueMail({ db }: Pick<Core, 'db'>, way: MailWay, signal?: AbortSignal): Promise<MailRound> {
  const round: MailRound = { sent: 0, logged: 0, failed: 0 };
  while (signal?.aborted !== true) {
    const { rows } = await db.work.query<Due>(take, [lease]);
    const [mail] = rows;
    if (mail === undefined) break;
    const message = { id: mail.id, ...fairUseMessage(mail) };
    const close = (outcome: string) =>
      db.work.query('update mail set outcome = $2, done_at = clock_timestamp(), failure = null where no = $1', [
        mail.rowId,
        outcome,
      ]);
    if (mail.is_reseller || mail.accepted <= mail.figure)
      await db.work.query('delete from mail where no = $1', [mail.rowId]);
    else if (way.mailer === undefined) {
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
        const pause = pauses[Math.min(mail.attempts, pauses.length) - 1] ?? 60;
        await db.work.query(
          `update mail set due_at = clock_timestamp() + $2::int * interval '1 second', failure = $3 where no = $1 and done_at is null`,
          [mail.rowId, pause, reasonOf(error)],
        );
        round.failed += 1;
      }
  }
  return round;
}

/** Mails that were not sent yet, whenever they are due. */
export async function countWaitingMail({ db }: Pick<Core, 'db'>): Promise<number> {
  const { rows } = await db.work.query<{ waiting: number }>(
    'select count(*) as waiting from mail where done_at is null',
  );
  return rows[0]?.waiting ?? 0;
}

/** The work's end, or that it is not waited for any longer: a mail server may be silent for longer than a process that stops has time. */
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
    work.catch(() => {}); // nobody is there to hear of it
  }
}

const take = `with taken as (
    update mail set due_at = clock_timestamp() + $1::int * interval '1 second', attempts = attempts + 1
    where no = (select no from mail where done_at is null and due_at <= clock_timestamp() order by due_at limit 1 for update skip locked)
    returning no, id, attempts, month, account_no)
  select t.no as "rowId", t.id::text, t.attempts, t.month::timestamp at time zone 'utc' as month, a.email, a.plan, a.is_reseller, p.fair_use_events as figure,
    (select coalesce(sum(events), 0)::bigint from accepted_day d
     where d.account = a.no and d.day >= t.month and d.day < t.month + interval '1 month') as accepted
  from taken t join account a on a.no = t.account_no join plan p on p.slug = a.plan`;

/** For the person on call: a sentence of the server's, without line breaks. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').slice(0, 300);
}
