import { createInterface } from 'node:readline/promises';

import {
  confirmRetention,
  confirmSameHistory,
  findHold,
  noteOverdue,
  resumeAfterFailover,
  startReclaimer,
  startWorker,
  workOnce,
  type Actor,
  type Core,
  type Hold,
  type WorkerLog,
} from '@goal/core';
import { readRisks } from '@goal/db';
import { Command } from 'commander';

import type { Env } from '../env.ts';
import { mailerOf } from '../mailer-of.ts';
import { Refusal } from '../refusal.ts';
import { surroundings } from '../surroundings.ts';
import { say, sayJson, tell } from '../terminal.ts';
import { refuseWhenStopped, withCore } from '../with-core.ts';

const actor: Actor = { kind: 'cli', name: 'goal worker' };
type Options = { once?: true; confirm?: true; sameHistory?: true; yes?: true; json?: true };

/** `goal worker [--once | --confirm [--same-history]]` (rulings §9.2): runs the scheduled work. */
export function workerCommand(): Command {
  return new Command('worker')
    .description('delete expired events, send mail and streams, and clean up; a running server does the same')
    .option('--once', 'run one round of everything and report what it did')
    .option('--confirm', 'let retention continue after it stopped because too much time seems to have passed')
    .option('--same-history', 'with --confirm: only after a failover that is shown to have lost nothing')
    .option('--yes', 'with --confirm: do not ask')
    .option('--json', 'with --once or --confirm: print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  goal worker\n  goal worker --once --json\n  goal worker --confirm\n  goal worker --confirm --same-history',
    )
    .action((options: Options) =>
      withCore(async ({ core, env, signal }) => {
        if (options.sameHistory) await confirmKept(core, options);
        else if (options.confirm) await confirm(core, options);
        else if (options.once) await once(core, env, signal, options);
        else await run(core, env, signal);
      }),
    );
}

/** Runs until the user stops it. */
async function run(core: Core, env: Env, signal: AbortSignal): Promise<void> {
  for (const risk of await readRisks(core.db.work)) tell(`What is acknowledged may be lost: ${risk}`);
  const reclaimer = startReclaimer(core, log);
  const worker = startWorker(core, { kind: 'worker', log, ...env, mailer: mailerOf(env) });
  tell('Working. Press Ctrl-C to stop; the next run resumes unfinished work.');
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await Promise.all([worker.stop(), reclaimer.stop()]);
}

async function once(core: Core, env: Env, signal: AbortSignal, { json }: Options): Promise<void> {
  const mailer = mailerOf(env);
  const round = await workOnce(core, { log, ...env, mailer, signal }).finally(() => mailer?.close());
  refuseWhenStopped(signal);
  const { deleted, held, mails, streams, waiting_to_be_reclaimed: left } = round;
  if (json) sayJson(round);
  else {
    if (held === null)
      say(`Retention deleted ${plural(deleted.events, 'event')} from ${plural(deleted.sites, 'site')}.`);
    say(`Mail: ${mails.sent} sent, ${mails.logged} logged, ${mails.failed} failed.`);
    if (streams.events + streams.failing > 0)
      say(`Streams: ${plural(streams.events, 'event')} delivered, ${plural(streams.failing, 'stream')} failing.`);
    if (left > 0)
      say(`${plural(left, 'deleted site or account', 'deleted sites or accounts')} will be reclaimed later.`);
  }
  if (held === null) return;
  tell(`Retention deleted nothing: ${whyHeld(held)}. To let it continue: goal worker --confirm`);
  surroundings().exitCode = 1;
}

async function confirm(core: Core, { yes, json }: Options): Promise<void> {
  const hold = await findHold(core);
  if (hold === undefined) {
    if (json) return sayJson({ confirmed: false });
    return say('Retention is not held back: there is nothing to confirm.');
  }
  // Counts now and stores the result, so that `goal status` and the console show the same figures.
  const overdue = await noteOverdue(core);
  const what =
    overdue.events === 0
      ? 'It would delete nothing now'
      : `It will delete ${plural(overdue.events, 'event')} from ${plural(overdue.sites, 'site')}, the oldest from ${overdue.oldestDay}`;
  if (!yes) {
    if (!surroundings().stdin.isTTY) throw new Refusal(`${what}. There is no terminal to ask on: confirm with --yes.`);
    tell(`Retention is held back: ${whyHeld(hold)}.\n${what}.`);
    if (!(await isYes('Continue? Type yes: '))) throw new Refusal('Not confirmed: nothing is deleted.');
  }
  await confirmRetention(core, actor, overdue);
  await resumeAfterFailover(core);
  const { events, sites, oldestDay: oldest_day } = overdue;
  if (json) sayJson({ confirmed: true, held: hold, overdue: { events, sites, oldest_day } });
  else say(`${what}. Confirmed: the next pass begins within ten minutes. To run it now: goal worker --once`);
}

async function confirmKept(core: Core, { confirm: isConfirm, json }: Options): Promise<void> {
  if (!isConfirm) throw new Refusal('--same-history belongs to --confirm: goal worker --confirm --same-history');
  tell('Asking all processes what they acknowledged before the failover.');
  const verdict = await confirmSameHistory(core, actor);
  if (!verdict.confirmed) throw new Refusal(`Not confirmed, and everything stays held: ${verdict.why}.`);
  await resumeAfterFailover(core);
  const { until, processes } = verdict;
  if (json) return sayJson({ confirmed: true, same_history: true, until: until.toISOString(), processes });
  return say(
    `Confirmed: this primary has everything that was committed until ${until.toISOString()}, and all that the ${plural(processes, 'running process', 'running processes')} acknowledged since. Retention goes on, and so do tails, where they stood.`,
  );
}

async function isYes(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim().toLowerCase() === 'yes';
  } catch (error) {
    // Ctrl-C and Ctrl-D mean no.
    if (error instanceof Error && error.name === 'AbortError') return false;
    throw error;
  } finally {
    terminal.close();
  }
}

function whyHeld({ reason, since }: Hold): string {
  return reason === 'silence'
    ? `the last pass ran on ${since.toISOString().slice(0, 10)}, more than 7 days ago; the clock may have jumped`
    : `the last pass, on ${since.toISOString().slice(0, 10)}, ran on another database: it was restored, or failed over. After a failover first try --confirm --same-history`;
}

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${new Intl.NumberFormat('en').format(count)} ${count === 1 ? one : many}`;

const line = (detail: object, message: string): void => {
  const err = 'err' in detail && detail.err instanceof Error ? `: ${detail.err.message}` : '';
  tell(`${message}${err}${err === '' ? ` ${JSON.stringify(detail)}` : ''}`);
};
const log: WorkerLog = { info: line, warn: line, error: line };
