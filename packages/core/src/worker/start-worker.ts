import { randomUUID } from 'node:crypto';

import type { Core } from '../core.ts';
import { countUse } from '../attention/count-use.ts';
import { noteSilentSites } from '../attention/note-silent-sites.ts';
import { forgetOldPayments } from '../billing/apply-subscription.ts';
import type { Mailer } from '../mail/mailer.ts';
import { countWaitingMail, sendDueMail, type MailRound, type MailWay } from '../mail/send-due-mail.ts';
import { writeMissedMonthMails } from '../mail/write-missed-month-mails.ts';
import { reclaimGone } from '../event/reclaim-gone.ts';
import { trimPeople } from '../person/trim-people.ts';
import { alignRetention } from '../plan/set-plan-limits.ts';
import { sweepWords } from '../redaction/retire-words.ts';
import { runRedactions } from '../redaction/run-redactions.ts';
import { findHold, type Hold } from '../retention/hold.ts';
import { noteOverdue } from '../retention/note-overdue.ts';
import { purgeOverdue, type Pass } from '../retention/purge-overdue.ts';
import { sendDueStreams, type StreamRound } from '../stream/send-due-streams.ts';
import { startStreams } from '../stream/stream-worker.ts';
import { trimTails } from '../tail/trim-tail.ts';
import { composeWeeklyMail } from '../weekly/compose-weekly-mail.ts';
import { writeWeeklyMail } from '../weekly/write-weekly-mail.ts';
import { every } from './every.ts';
import { type SharedWork, takeTurn } from './take-turn.ts';
import { initialState, type Work, type WorkerState } from './worker-state.ts';
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
  /** The dashboard's origin, where the links of weekly summaries lead. */
  dashboardUrl: string;
};

type MailMeans = Pick<Surroundings, 'mailer' | 'log' | 'dashboardUrl'>;

export type Worker = {
  /** Figures on the work, for metrics. */
  readonly state: WorkerState;
  /** Ends the running work after its current batch. */
  stop(): Promise<void>;
};

/** Seconds between two rounds of each kind of work. */
const rounds = {
  retention: 600,
  redaction: 1,
  overdue: 600,
  mail: 30,
  fairUse: 3600,
  use: 60,
  silence: 3600,
  weekly: 60,
  instance: 20,
  witness: 1,
  tidy: 600,
};

/**
 * Runs the work that time brings (rulings §9.2, §9.3): retention, mail, trimming tails. It is safe
 * on any number of instances at once, beside a server's requests or alone.
 */
export function startWorker(core: Core, { kind, log, tailDays, mailer, dashboardUrl }: WorkerOptions): Worker {
  const state = initialState();
  const id = randomUUID();
  core.events.witness.answerAs(id);
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
  const mail = (signal: AbortSignal): Promise<void> => sendMail(core, state, { log, mailer, dashboardUrl }, signal);
  const tidy = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    await forgetPositions(core, tailDays, signal);
    await forgetOldPayments(core);
    await trimPeople(core, signal);
    await alignRetention(core, signal);
    await sweepWords(core, signal);
  };
  const work = [
    ...ownRounds(core, { id, kind }, failed),
    every(rounds.retention, retention, failed('retention', 'a pass of retention failed; it is taken up again'), {
      first: 5,
    }),
    every(
      rounds.redaction,
      async (signal) => (signal.aborted ? 0 : runRedactions(core, { signal })),
      failed('redaction', 'a redaction failed; it is taken up again'),
    ),
    every(rounds.overdue, overdue, failed('retention', 'what is overdue could not be counted'), { first: 10 }),
    every(rounds.mail, mail, failed('mail', 'sending mail failed')),
    ...attentionRounds(core, failed),
    every(
      rounds.weekly,
      (signal) => writeWeekly(core, mailer, signal),
      failed('weekly', 'the weekly mails could not be written'),
      {
        first: 20,
      },
    ),
    every(rounds.tidy, tidy, failed('tidy', 'tidying failed')),
  ];
  const streams = startStreams(core, { mailer, onError: failed('streams', 'a stream could not be worked on') });
  return {
    state,
    async stop() {
      await Promise.all([streams.stop(), ...work.map((one) => one.stop())]);
      mailer?.close();
    },
  };
}

type Failed = (work: Work, what: string) => (error: unknown) => void;

/** Tells the other processes of this one, and notes how far it saw the write-ahead log. */
function ownRounds(core: Core, own: { id: string; kind: InstanceKind }, failed: Failed): ReturnType<typeof every>[] {
  const look = (): Promise<unknown> => core.events.witness.look();
  const note = (signal: AbortSignal): Promise<unknown> =>
    signal.aborted ? leave(core, own.id) : noteInstance(core, own);
  return [
    every(rounds.witness, look, () => {}, { first: 0 }),
    every(rounds.instance, note, failed('instance', 'the instance could not be noted'), { first: 0 }),
  ];
}

/**
 * Looks at what accounts use: for the mails of the month, and for operators (rulings §8, §9.3).
 * What is counted for operators serves all instances, so one of them counts.
 */
function attentionRounds(core: Core, failed: Failed): ReturnType<typeof every>[] {
  const inTurn =
    (work: SharedWork, seconds: number, count: (core: Core, signal: AbortSignal) => Promise<unknown>) =>
    async (signal: AbortSignal): Promise<void> => {
      if (!signal.aborted && (await takeTurn(core, work, seconds))) await count(core, signal);
    };
  return [
    every(
      rounds.fairUse,
      (signal) => writeMissedMonthMails(core, signal),
      failed('fair_use', 'looking for fair use failed'),
      { first: 60 },
    ),
    every(
      rounds.use,
      inTurn('use', rounds.use, countUse),
      failed('attention', 'what accounts use could not be counted'),
      { first: 2 },
    ),
    every(
      rounds.silence,
      inTurn('silence', rounds.silence, noteSilentSites),
      failed('attention', 'silent sites could not be found'),
      { first: 30 },
    ),
  ];
}

/** Sends what is due. The figures are brought up to date within the round: it may last long. */
async function sendMail(core: Core, state: WorkerState, means: MailMeans, signal: AbortSignal): Promise<void> {
  const count = async (): Promise<void> => {
    if (!signal.aborted) state.mailsWaiting = await countWaitingMail(core);
  };
  await count();
  const way = mailWay(core, means);
  await sendDueMail(
    core,
    {
      ...way,
      onSent() {
        state.mailsSent += 1;
      },
      onFailure(error, detail) {
        state.mailsFailed += 1;
        way.onFailure(error, detail);
      },
    },
    signal,
  );
  await count();
}

/** The result of one round of all work. */
export type Round = {
  deleted: Pass;
  /** Why retention stopped deleting. */
  held: Hold | null;
  mails: MailRound;
  streams: StreamRound;
  /**
   * Deleted sites and accounts that are too young to be reclaimed, or that another process is
   * reclaiming.
   */
  waiting_to_be_reclaimed: number;
};

/** Runs one round of all work, and reclaims what was deleted. It ends early when it is aborted. */
export async function workOnce(
  core: Core,
  { log, tailDays, mailer, dashboardUrl, signal }: Surroundings & { signal: AbortSignal },
): Promise<Round> {
  const left = await reclaimGone(core.events, { signal });
  await alignRetention(core, signal);
  while (!signal.aborted && (await runRedactions(core, { signal, share: 1 })) > 0);
  await sweepWords(core, signal);
  const pass = await purgeOverdue(core, { signal });
  if (!signal.aborted) await noteOverdue(core);
  await writeMissedMonthMails(core, signal);
  await countUse(core, signal);
  await noteSilentSites(core, signal);
  await writeWeekly(core, mailer, signal);
  const mails = await sendDueMail(core, mailWay(core, { mailer, log, dashboardUrl }), signal);
  // Before positions are forgotten that a stream may still need.
  const streams = await sendDueStreams(core, {
    mailer,
    signal,
    onError: (err) => log.warn({ err }, 'a stream could not be worked on'),
  });
  await forgetPositions(core, tailDays, signal);
  await forgetOldPayments(core);
  await trimPeople(core, signal);
  const isHeld = 'hold' in pass;
  return {
    deleted: isHeld ? { events: 0, sites: 0 } : pass,
    held: isHeld ? pass.hold : null,
    mails,
    streams,
    waiting_to_be_reclaimed: left,
  };
}

/** Removes old commits from every tail. It removes none while the clock is in doubt. */
async function forgetPositions(core: Core, tailDays: number, signal: AbortSignal): Promise<void> {
  if ((await findHold(core)) === undefined) await trimTails(core.db, tailDays, signal);
}

/**
 * Writes the weekly summaries that are due. Without a mail server nobody gets one, and none is
 * logged in its place.
 */
async function writeWeekly(core: Core, mailer: Mailer | undefined, signal: AbortSignal): Promise<void> {
  if (mailer !== undefined) await writeWeeklyMail(core, { signal });
}

/** How this process sends mail, and where it reports unsent mail. */
function mailWay(core: Core, { mailer, log, dashboardUrl }: MailMeans): MailWay {
  return {
    mailer,
    composeWeekly: (due) => composeWeeklyMail(core, dashboardUrl, due),
    onUnsent: (mail) => log.warn(mail, 'SMTP_URL is not set: this mail was not sent'),
    onFailure: (err, mail) => log.warn({ err, ...mail }, 'a mail was not taken; it is tried again'),
  };
}
