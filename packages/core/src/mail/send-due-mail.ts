import { rows } from '@goal/db';

import type { Core } from '../core.ts';
import { compose, takeDueMail, type ComposeChosen, type Due, type EndNews } from './due-mail.ts';
import type { Mailer } from './mailer.ts';

/** How mails are sent: through a mail server, or into the log if there is none. */
export type MailWay = {
  mailer: Mailer | undefined;
  /** Writes a mail that a person chose; undefined if the person gets none any more. */
  composeChosen: ComposeChosen;
  /** Makes the link in news that its reader can switch off; without it there is none. */
  endNews?: EndNews;
  /** Where mails about the service itself go; without it they are not sent. */
  operatorEmail?: string | undefined;
  /** Called for a mail that cannot be sent because there is no mail server, or no such address. */
  onUnsent: (mail: { to: string; subject: string }) => void;
  onSent?: () => void;
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

/**
 * Sends all due mails, one after the other (rulings §9.3, §10.28, §10.40, §16.15). Several
 * processes share the work: a process leases a mail for ten minutes. If it dies between sending and
 * recording that, or is aborted, another process sends the mail again with the same `Message-ID`. A
 * mail that no
 * longer applies is deleted: a fair-use mail because the account is now a reseller or its plan
 * allows more, and a later event of the month may write it again; one that a person chose because
 * the person may no longer have it. Those go last, because thousands may be due at once.
 */
export async function sendDueMail({ db }: Pick<Core, 'db'>, way: MailWay, signal?: AbortSignal): Promise<MailRound> {
  const round: MailRound = { sent: 0, logged: 0, failed: 0 };
  while (signal?.aborted !== true) {
    const mail = await takeDueMail(db, leaseSeconds);
    if (mail === undefined) break;
    try {
      const { outcome, to } = await hand(mail, way, signal);
      if (outcome === 'aborted') break;
      if (outcome === 'over') await db.work.query('delete from mail where no = $1', [mail.rowId]);
      else {
        // Operators are told where the mails of a month went (rulings §8).
        await db.work.query(
          `update mail set outcome = $2, done_at = clock_timestamp(), failure = null,
             recipient = case when month is null then recipient else $3 end where no = $1`,
          [mail.rowId, outcome, to],
        );
        round[outcome] += 1;
        if (outcome === 'sent') way.onSent?.();
      }
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

/** Composes a mail and hands it over. `over`: it no longer applies. */
async function hand(mail: Due, way: MailWay, signal?: AbortSignal): Promise<Handed> {
  const content = await compose(mail, way);
  if (content === undefined) return { outcome: 'over', to: null };
  const { to, subject } = content;
  if (way.mailer === undefined || to === '') {
    way.onUnsent({ to, subject });
    return { outcome: 'logged', to };
  }
  const sending = await unlessAborted(way.mailer.send({ id: mail.id, ...content }), signal);
  return { outcome: sending === 'aborted' ? 'aborted' : 'sent', to };
}

type Handed = { outcome: 'sent' | 'logged' | 'over' | 'aborted'; to: string | null };

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

/** The server's reason for the operator, on one line. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').slice(0, 300);
}
