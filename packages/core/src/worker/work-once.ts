import { countUse } from '../attention/count-use.ts';
import { noteSilentSites } from '../attention/note-silent-sites.ts';
import { forgetOldPayments } from '../billing/apply-subscription.ts';
import type { Core } from '../core.ts';
import { reclaimGone } from '../event/gone/reclaim-gone.ts';
import { forgetExports } from '../export/told-exports.ts';
import { tellFailure } from '../ground/tell-failure.ts';
import { sendDueMail, type MailRound } from '../mail/send-due-mail.ts';
import { writeMissedMonthMails } from '../mail/write-missed-month-mails.ts';
import { trimPeople } from '../person/trim-people.ts';
import { alignRetention } from '../plan/set-plan-limits.ts';
import { sweepWords } from '../redaction/retire-words.ts';
import { runRedactions } from '../redaction/run-redactions.ts';
import type { Hold } from '../retention/hold.ts';
import { noteOverdue } from '../retention/note-overdue.ts';
import { purgeOverdue, type Pass } from '../retention/purge-overdue.ts';
import { cosignLogs } from '../signed-log/witness/cosign-logs.ts';
import { sendDueStreams, type StreamRound } from '../stream/worker/send-due-streams.ts';
import { forgetPositions, mailWay, writeChosen, type Surroundings } from './surroundings.ts';

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
  { log, tailDays, mailer, operatorEmail, dashboardUrl, signal }: Surroundings & { signal: AbortSignal },
): Promise<Round> {
  const left = await reclaimGone(core, { signal });
  await alignRetention(core, signal);
  while (!signal.aborted && (await runRedactions(core, { signal, share: 1 })) > 0);
  await sweepWords(core, signal);
  // Retention waits for a log that is behind, and so do the positions of tails.
  const failed = (what: string) => (error: unknown) => tellFailure(log, error, { what, otherwise: 'warn' });
  await core.events.log.sealUnsealed(failed('a log could not be sealed'), signal);
  await cosignLogs(core, signal).catch(failed('the log of logs could not be cosigned'));
  const pass = await purgeOverdue(core, { signal });
  if (!signal.aborted) await noteOverdue(core);
  await writeMissedMonthMails(core, signal);
  await countUse(core, signal);
  await noteSilentSites(core, signal);
  await writeChosen(core, mailer, signal);
  const mails = await sendDueMail(core, mailWay(core, { mailer, operatorEmail, log, dashboardUrl }), signal);
  // Before positions are forgotten that a stream may still need.
  const streams = await sendDueStreams(core, {
    dashboardUrl,
    mailer,
    signal,
    onError: failed('a stream could not be worked on'),
  });
  await forgetPositions(core, tailDays, signal);
  await forgetOldPayments(core);
  await trimPeople(core, signal);
  await forgetExports(core, signal);
  const isHeld = 'hold' in pass;
  return {
    deleted: isHeld ? { events: 0, sites: 0 } : pass,
    held: isHeld ? pass.hold : null,
    mails,
    streams,
    waiting_to_be_reclaimed: left,
  };
}
