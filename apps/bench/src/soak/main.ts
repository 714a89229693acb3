import { Command, InvalidArgumentError, Option } from 'commander';

import { openProgress } from '../progress.ts';
import { recordRun, runCommandLine } from '../record.ts';
import { soak } from './soak.ts';

await runCommandLine(
  new Command('soak')
    .description(
      'Puts mixed load on three instances, one database and one Redis, with faults in turn: connections ended, slow clients, Redis killed, an instance killed, the database killed. Ten streams send to sinks that fail at random. With --instances it is one service of N processes and no Redis: one process is killed, then their parent.',
    )
    .option('--minutes <n>', 'how long the load lasts, 2 to 1440 minutes', minutesOf, 10)
    .addOption(
      new Option(
        '--instances <n>',
        'one service of n processes; 1, the default, is three instances of one each; up to 16',
      )
        .env('INSTANCES')
        .argParser(processesOf),
    )
    .addHelpText(
      'after',
      `
Three instances need redis-server. It prints a table and stores its figures in .data/bench/soak.json (or
soak-instances.json), from which "npm run -s bench -- document soak soak-instances" writes them into
docs/performance.md. Exit code 1: a goal is missed, or the run failed.

In a checkout:
  npm run soak -- --minutes 3
  INSTANCES=2 npm run soak`,
    )
    .action(({ minutes, instances: processes = 1 }: { minutes: number; instances?: number }) =>
      recordRun(processes > 1 ? 'soak-instances' : 'soak', (dataDir) =>
        soak(dataDir, { minutes, processes, progress: openProgress() }),
      ),
    ),
);

function minutesOf(text: string): number {
  const minutes = Number(text);
  if (minutes >= 2 && minutes <= 24 * 60) return minutes;
  throw new InvalidArgumentError('It must be a number from 2 to 1440.');
}

function processesOf(text: string): number {
  const processes = Number(text);
  if (Number.isInteger(processes) && processes >= 1 && processes <= 16) return processes;
  throw new InvalidArgumentError('It must be a whole number from 1 to 16.');
}
