import path from 'node:path';

import { Command } from 'commander';

import { documentRuns } from './document.ts';
import { peers } from './peers/part.ts';
import { proof } from './proof/part.ts';
import { fileOf, runCommandLine } from './run.ts';
import { sizeParts } from './size-parts.ts';
import { streams } from './streams/part.ts';
import { web } from './web/part.ts';

const parts = [...sizeParts, web, streams, proof, peers];

const bench = new Command('bench').description('Measures the running service beside what limits it.').addHelpText(
  'after',
  `
Each run prints a table and stores its figures in .data/bench/RUN.json (with --only in RUN-only.json). Data sets are
loaded once and kept in .data/bench/RUN. Exit code 1: a goal is missed, or the run failed.

In a checkout:
  npm run -s bench -- smoke
  npm run -s bench -- 1m --only pages,ingest`,
);
for (const part of parts) bench.addCommand(part.command());
bench
  .command('document')
  .description('write docs/performance.md and its pictures from the last runs')
  .argument('<runs...>', `the names of the runs: ${parts.map(({ name }) => name).join(', ')}, soak`)
  .action((runs: string[]) => documentRuns(runs.map(fileOf), path.resolve('docs')));
await runCommandLine(bench);
