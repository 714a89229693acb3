import type { Core } from '../core.ts';
import type { FailureLog } from '../ground/tell-failure.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MailWay } from '../mail/send-due-mail.ts';
import { findHold } from '../retention/hold.ts';
import { trimTails } from '../tail/trim-tail.ts';
import { composeCheckpointMail } from '../mail/checkpoint/compose-checkpoint-mail.ts';
import { writeCheckpointMail } from '../mail/checkpoint/write-checkpoint-mail.ts';
import { unsubscribing } from '../mail/unsubscribing.ts';
import { composeWeeklyMail } from '../mail/weekly/compose-weekly-mail.ts';
import { writeWeeklyMail } from '../mail/weekly/write-weekly-mail.ts';

export type WorkerLog = FailureLog & Record<'info', FailureLog['warn']>;

/** What the process gives its work. */
export type Surroundings = {
  log: WorkerLog;
  /** Days of commits that a tail keeps. */
  tailDays: number;
  /** Sends mails; without it they are logged (rulings §9.3). */
  mailer: Mailer | undefined;
  /** Where mails about the service itself go. */
  operatorEmail: string | undefined;
  /** The dashboard's origin, where the links of mails lead. */
  dashboardUrl: string;
};

export type MailMeans = Pick<Surroundings, 'mailer' | 'operatorEmail' | 'log' | 'dashboardUrl'>;

/** Removes old commits from every tail. It removes none while the clock is in doubt. */
export async function forgetPositions(core: Core, tailDays: number, signal: AbortSignal): Promise<void> {
  if ((await findHold(core)) === undefined) await trimTails(core.db, tailDays, signal);
}

/**
 * Writes the mails that people chose and that are due: weekly summaries and monthly checkpoints.
 * Without a mail server nobody gets one, and none is logged in its place.
 */
export async function writeChosen(core: Core, mailer: Mailer | undefined, signal: AbortSignal): Promise<void> {
  if (mailer === undefined) return;
  await writeWeeklyMail(core, { signal });
  await writeCheckpointMail(core, { signal });
}

/** How this process sends mail, and where it reports unsent mail. */
export function mailWay(core: Core, { mailer, operatorEmail, log, dashboardUrl }: MailMeans): MailWay {
  return {
    mailer,
    operatorEmail,
    composeChosen: (due) =>
      (due.kind === 'weekly' ? composeWeeklyMail : composeCheckpointMail)(core, dashboardUrl, due),
    endNews: (news) => unsubscribing(core, dashboardUrl, news),
    onUnsent: (mail) =>
      log.warn(mail, `${mailer === undefined ? 'SMTP_URL' : 'OPERATOR_EMAIL'} is not set: this mail was not sent`),
    onFailure: (err, mail) => log.warn({ err, ...mail }, 'a mail was not taken; it is tried again'),
  };
}
