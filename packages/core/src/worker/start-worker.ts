import { randomUUID } from 'node:crypto';

import type { Core } from '../core.ts';
import { forgetOldPayments } from '../billing/apply-subscription.ts';
import type { Mailer } from '../mail/mailer.ts';
import { countWaitingMail, sendDueMail, type MailRound, type MailWay } from '../mail/send-due-mail.ts';
import { writeMissedMonthMails } from '../mail/write-missed-month-mails.ts';
import { reclaimGone } from '../event/reclaim-gone.ts';
import { trimPeople } from '../person/trim-people.ts';
import { alignRetention } from '../plan/set-plan-limits.ts';
import { findHold, type Hold } from '../retention/hold.ts';
import { noteOverdue } from '../retention/note-overdue.ts';
import { purgeOverdue, type Pass } from '../retention/purge-overdue.ts';
import { trimTails } from '../tail/trim-tail.ts';
import { every } from './every.ts';
import { leave, noteInstance, type InstanceKind } from '../operator/instances.ts';

/** The form of a pino logger. */
export type WorkerLog = Record<'info' | 'warn' | 'error', (detail: object, message: string) => void>;

export type WorkerOptions = Surroundings & { kind: InstanceKind };

type Surroundings = {
  log: WorkerLog;
  /** Days of commits that a tail keeps. */
  tailDays: number;
  /** Sends mails; without it they are logged (rulings §9.3). */
  mailer: Mailer | undefined;
};

export type WorkerState = {
  hold: Hold | undefined;
  deleted: number;
  /**
   * When a pass of retention last ended here, in seconds since 1970. A pass that a hold stops
   * counts.
   */
  lastPassAt: number | undefined;
  mailsSent: number;
  mailsFailed: number;
  mailsWaiting: number;
  /** Failed rounds, by the kind of work. */
  failures: Record<Work, number>;
};
type Work = 'instance' | 'retention' | 'mail' | 'fair_use' | 'tidy';

export type Worker = {
  /** Figures on the work, for metrics. */
  readonly state: WorkerState;
  /** Ends the running work after its current batch. */
  stop(): Promise<void>;
};

/** Seconds between two rounds of each kind of work. */
const rounds = { retention: 600, overdue: 600, mail: 30, fairUse: 3600, instance: 20, tidy: 600 };

/**
 * Runs the work that time brings (rulings §9.2, §9.3): retention, mail, trimming tails. It is safe
 * on any number of instances at once, beside a server's requests or alone.
 */
export function startWorker(core: Core, { kind, log, tailDays, mailer }: WorkerOptions): Worker {
  const state = initialState();
  const id = randomUUID();
  const failed = (work: Work, what: string) => (err: unknown) => {
    state.failures[work] += 1;
    log.warn({ err }, what);
  };
  const retention = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    const pass = await purgeOverdue(core, { signal });
    state.hold = 'hold' in pass ? pass.hold : undefined;
    state.lastPassAt = Date.now() / 1000;
    if ('hold' in pass) log.warn(pass.hold, 'retention deletes nothing until it is confirmed: goal worker --confirm');
    else if (pass.events > 0) {
      state.deleted += pass.events;
      log.info(pass, 'retention deleted events');
      await noteOverdue(core);
    }
  };
  // A round of its own: a pass may last for days, and an operator wants to know during a hold what
  // is overdue.
  const overdue = async (signal: AbortSignal): Promise<void> => {
    if (!signal.aborted) await noteOverdue(core);
  };
  const mail = async (signal: AbortSignal): Promise<void> => {
    const { sent, failed: refused } = await sendDueMail(core, mailWay(mailer, log), signal);
    state.mailsSent += sent;
    state.mailsFailed += refused;
    if (!signal.aborted) state.mailsWaiting = await countWaitingMail(core);
  };
  const tidy = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    await forgetPositions(core, tailDays, signal);
    await forgetOldPayments(core);
    await trimPeople(core, signal);
    await alignRetention(core, signal);
  };
  const work = [
    every(
      rounds.instance,
      (signal) => (signal.aborted ? leave(core, id) : noteInstance(core, { id, kind })),
      failed('instance', 'the instance could not be noted'),
      { first: 0 },
    ),
    every(rounds.retention, retention, failed('retention', 'a pass of retention failed; it is taken up again'), {
      first: 5,
    }),
    every(rounds.overdue, overdue, failed('retention', 'what is overdue could not be counted'), { first: 10 }),
    every(rounds.mail, mail, failed('mail', 'sending mail failed')),
    every(
      rounds.fairUse,
      (signal) => writeMissedMonthMails(core, signal),
      failed('fair_use', 'looking for fair use failed'),
      {
        first: 60,
      },
    ),
    every(rounds.tidy, tidy, failed('tidy', 'tidying failed')),
  ];
  return {
    state,
    async stop() {
      await Promise.all(work.map((one) => one.stop()));
      mailer?.close();
    },
  };
}

function initialState(): WorkerState {
  return {
    hold: undefined,
    deleted: 0,
    lastPassAt: undefined,
    mailsSent: 0,
    mailsFailed: 0,
    mailsWaiting: 0,
    failures: { instance: 0, retention: 0, mail: 0, fair_use: 0, tidy: 0 },
  };
}

/** The result of one round of all work. */
export type Round = {
  deleted: Pass;
  /** Why retention stopped deleting. */
  held: Hold | null;
  mails: MailRound;
  /**
   * Deleted sites and accounts that are too young to be reclaimed, or that another process is
   * reclaiming.
   */
  waiting_to_be_reclaimed: number;
};

/** Runs one round of all work, and reclaims what was deleted. It ends early when it is aborted. */
export async function workOnce(
  core: Core,
  { log, tailDays, mailer, signal }: Surroundings & { signal: AbortSignal },
): Promise<Round> {
  const left = await reclaimGone(core.events, { signal });
  await alignRetention(core, signal);
  const pass = await purgeOverdue(core, { signal });
  if (!signal.aborted) await noteOverdue(core);
  await writeMissedMonthMails(core, signal);
  const mails = await sendDueMail(core, mailWay(mailer, log), signal);
  await forgetPositions(core, tailDays, signal);
  await forgetOldPayments(core);
  await trimPeople(core, signal);
  const isHeld = 'hold' in pass;
  return {
    deleted: isHeld ? { events: 0, sites: 0 } : pass,
    held: isHeld ? pass.hold : null,
    mails,
    waiting_to_be_reclaimed: left,
  };
}

/** Removes old commits from every tail. It removes none while the clock is in doubt. */
async function forgetPositions(core: Core, tailDays: number, signal: AbortSignal): Promise<void> {
  if ((await findHold(core)) === undefined) await trimTails(core.db, tailDays, signal);
}

/** How this process sends mail, and where it reports unsent mail. */
function mailWay(mailer: Mailer | undefined, log: WorkerLog): MailWay {
  return {
    mailer,
    onUnsent: (mail) => log.warn(mail, 'SMTP_URL is not set: this mail was not sent'),
    onFailure: (err, mail) => log.warn({ err, ...mail }, 'a mail was not taken; it is tried again'),
  };
}
