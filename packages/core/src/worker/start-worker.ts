import { randomUUID } from 'node:crypto';

import type { VisitSign } from '@goal/contract';

import type { Core } from '../core.ts';
import { countUse } from '../attention/count-use.ts';
import { noteSilentSites } from '../attention/note-silent-sites.ts';
import { forgetOldPayments } from '../billing/apply-subscription.ts';
import { forgetExports } from '../export/told-exports.ts';
import { countWaitingMail, sendDueMail } from '../mail/send-due-mail.ts';
import { writeMissedMonthMails } from '../mail/write-missed-month-mails.ts';
import { trimPeople } from '../person/trim-people.ts';
import { alignRetention } from '../plan/set-plan-limits.ts';
import { sweepWords } from '../redaction/retire-words.ts';
import { runRedactions } from '../redaction/run-redactions.ts';
import { noteOverdue } from '../retention/note-overdue.ts';
import { purgeOverdue } from '../retention/purge-overdue.ts';
import { askAgain, cosignLogs } from '../signed-log/witness/cosign-logs.ts';
import { startStreams } from '../stream/worker/stream-worker.ts';
import { every } from './every.ts';
import { forgetActs } from '../ground/act.ts';
import { type SharedWork, takeTurn } from '../ground/take-turn.ts';
import { tellFailure } from '../ground/tell-failure.ts';
import { initialState, type Work, type WorkerState } from './worker-state.ts';
import { leave, noteInstance, visitSentences, type InstanceKind } from '../operator/instances.ts';
import {
  forgetPositions,
  mailWay,
  writeChosen,
  type MailMeans,
  type Surroundings,
  type WorkerLog,
} from './surroundings.ts';

export type WorkerOptions = Surroundings & { kind: InstanceKind };

export type Worker = {
  /** Figures on the work, for metrics. */
  readonly state: WorkerState;
  /** Tells the other processes what visits of the dashboard say, and the log once. */
  noteVisits: (sign: VisitSign) => void;
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
  flush: 1,
  tidy: 600,
  cosigning: 3600,
  /** How often an instance asks for its turn, and witnesses that failed are asked again. */
  cosigningTurn: 60,
};

/**
 * Runs the work that time brings (rulings §9.2, §9.3): retention, mail, trimming tails. It is safe
 * on any number of instances at once, beside a server's requests or alone.
 */
export function startWorker(core: Core, { kind, tailDays, ...means }: WorkerOptions): Worker {
  const { log, mailer } = means;
  const state = initialState();
  const id = randomUUID();
  const visits = new NotedVisits();
  core.events.acknowledged.answerAs(id);
  const failed = (work: Work, what: string) => (err: unknown) => {
    state.failures[work] += 1;
    tellFailure(log, err, { what, otherwise: 'warn' });
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
  const mail = (signal: AbortSignal): Promise<void> => sendMail(core, state, means, signal);
  const work = [
    ...ownRounds(core, { id, kind, visits }, failed),
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
    ...witnessRounds(core, failed),
    every(
      rounds.weekly,
      (signal) => writeChosen(core, mailer, signal),
      failed('weekly', 'the weekly and monthly mails could not be written'),
      {
        first: 20,
      },
    ),
    every(rounds.tidy, (signal) => tidy(core, tailDays, signal), failed('tidy', 'tidying failed')),
  ];
  core.events.log.start(failed('sealing', 'a log could not be sealed'));
  const streams = startStreams(core, { ...means, onError: failed('streams', 'a stream could not be worked on') });
  return {
    state,
    noteVisits(sign) {
      if (!visits.changeTo(sign, log)) return;
      noteInstance(core, { id, kind, visits: sign }).catch(failed('instance', 'the instance could not be noted'));
    },
    async stop() {
      await Promise.all([streams.stop(), ...work.map((one) => one.stop())]);
      mailer?.close();
    },
  };
}

type Failed = (work: Work, what: string) => (error: unknown) => void;

async function tidy(core: Core, tailDays: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await forgetPositions(core, tailDays, signal);
  await forgetOldPayments(core);
  await trimPeople(core, signal);
  await forgetExports(core, signal);
  await forgetActs(core);
  await alignRetention(core, signal);
  await sweepWords(core, signal);
}

/** What visits of the dashboard say to this process. */
class NotedVisits {
  sign: VisitSign = 'nothing';
  readonly #logged = new Set<VisitSign>();

  /** Returns whether it is another sign than before. The log has a line of each, once. */
  changeTo(sign: VisitSign, log: WorkerLog): boolean {
    if (sign === this.sign) return false;
    this.sign = sign;
    if (sign !== 'nothing' && !this.#logged.has(sign)) log.warn({ visits: sign }, visitSentences[sign]);
    this.#logged.add(sign);
    return true;
  }
}

type Own = { id: string; kind: InstanceKind; visits: NotedVisits };

/** Tells the other processes of this one, and notes how far the write-ahead log is flushed. */
function ownRounds(core: Core, { visits, ...own }: Own, failed: Failed): ReturnType<typeof every>[] {
  const readFlush = (): Promise<unknown> => core.events.acknowledged.readFlush();
  const note = (signal: AbortSignal): Promise<unknown> =>
    signal.aborted ? leave(core, own.id) : noteInstance(core, { ...own, visits: visits.sign });
  return [
    every(rounds.flush, readFlush, () => {}, { first: 0 }),
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

/** Has the log of logs cosigned, where there are witnesses (rulings §16.17). */
function witnessRounds(core: Core, failed: Failed): ReturnType<typeof every>[] {
  if (core.events.log.witnesses === undefined) return [];
  const round = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return;
    if (await takeTurn(core, 'witnesses', rounds.cosigning)) await cosignLogs(core, signal);
    else if (await takeTurn(core, 'witnesses that failed', rounds.cosigningTurn)) await askAgain(core, signal);
  };
  return [every(rounds.cosigningTurn, round, failed('sealing', 'the log of logs could not be cosigned'), { first: 5 })];
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
