import { Command, InvalidArgumentError } from 'commander';

import { recordRun, runCommandLine } from '../run.ts';
import { soak } from './soak.ts';

await runCommandLine(
  new Command('soak')
    .description(
      'Puts mixed load on three instances, one database and one Redis, with faults in turn: connections ended, slow clients, Redis killed, an instance killed, the database killed. Ten streams send to sinks that fail at random.',
    )
    .option('--minutes <n>', 'how long the load lasts, 2 to 1440 minutes', minutesOf, 10)
    .addHelpText(
      'after',
      `
It needs redis-server. It prints a table and stores its figures in .data/bench/soak.json, from which
"npm run -s bench -- document soak" writes them into docs/performance.md. Exit code 1: a goal is missed, or the run
failed.

In a checkout:
  npm run soak -- --minutes 3`,
    )
    .action(({ minutes }: { minutes: number }) => recordRun('soak', (around) => soak(minutes, around))),
);

function minutesOf(text: string): number {
  const minutes = Number(text);
  if (minutes >= 2 && minutes <= 24 * 60) return minutes;
  throw new InvalidArgumentError('It must be a number from 2 to 1440.');
}
