import path from 'node:path';

import { Command, InvalidArgumentError } from 'commander';

import { benchConsole } from './console/run.ts';
import { benchDashboard, dashboardMeasures, type DashboardMeasure } from './dashboard/run.ts';
import { documentRuns } from './document/document.ts';
import { chromiumPath } from './env.ts';
import { fileOf, recordRun, runCommandLine } from './record.ts';
import { benchPeers } from './peers/run.ts';
import { benchProof, proofMeasures, type ProofMeasure } from './proof/run.ts';
import { measureNames, runSize, type MeasureName } from './run-size.ts';
import { benchStreams, streamsMeasures, type StreamsMeasure } from './streams/run.ts';
import type { SizeName } from './world/sizes.ts';

type SizeFlags = { only?: MeasureName[]; cpuProf?: true };

await runCommandLine(
  new Command('bench')
    .description('Measures the running service beside what limits it.')
    .addCommand(sizeCommand('smoke', '200,000 events; takes a few minutes'))
    .addCommand(sizeCommand('1m', '1 million events of 20,000 sites; takes under 10 minutes'))
    .addCommand(
      sizeCommand('30m', '30 million events, compared with 1 million; takes half an hour or more and 25 GB of disk'),
    )
    .addCommand(consoleCommand())
    .addCommand(dashboardCommand())
    .addCommand(streamsCommand())
    .addCommand(proofCommand())
    .addCommand(peersCommand())
    .addCommand(documentCommand())
    .addHelpText(
      'after',
      `
Each run prints a table and stores its figures in .data/bench/RUN.json (with --only in RUN-only.json). Data sets are
loaded once and kept in .data/bench/RUN. Exit code 1: a goal is missed, or the run failed.

In a checkout:
  npm run -s bench -- smoke
  npm run -s bench -- 1m --only pages,ingest`,
    ),
);

function sizeCommand(name: SizeName, description: string): Command {
  return new Command(name)
    .description(description)
    .option(
      '--only <measures>',
      `run only some measures, separated by commas: ${measureNames.join(', ')}`,
      someOf(measureNames),
    )
    .option('--cpu-prof', "write V8's CPU profile of the service")
    .action(({ only, cpuProf }: SizeFlags) =>
      recordRun(
        name,
        (dataDir) => runSize({ dataDir, name, only: only ?? measureNames, profile: cpuProf === true }),
        // A partial run does not replace the figures that are documented.
        fileOf(only === undefined ? name : `${name}-only`),
      ),
    );
}

function consoleCommand(): Command {
  return new Command('console')
    .description('the operator console in a real browser, with 50,000 accounts; takes a few minutes')
    .action(() => recordRun('console', (dataDir) => benchConsole({ dataDir, chromium: chromiumPath() })));
}

function dashboardCommand(): Command {
  return new Command('dashboard')
    .description(
      "the customers' dashboard in a real browser, with an account of 10 million events; takes half an hour and 8 GB of disk",
    )
    .option(
      '--only <measures>',
      `run only some measures, separated by commas: ${dashboardMeasures.join(', ')}`,
      someOf(dashboardMeasures),
    )
    .option('--tail-minutes <minutes>', 'how long the live log is followed', minutesOf, 10)
    .action(({ only, tailMinutes }: { only?: DashboardMeasure[]; tailMinutes: number }) =>
      recordRun(
        'dashboard',
        (dataDir) =>
          benchDashboard({ dataDir, chromium: chromiumPath(), only: only ?? dashboardMeasures, tailMinutes }),
        // A partial run does not replace the figures that are documented.
        fileOf(only === undefined ? 'dashboard' : 'dashboard-only'),
      ),
    );
}

function streamsCommand(): Command {
  return new Command('streams')
    .description('streams to sinks on this machine, with 1.6 million events; takes half an hour')
    .option(
      '--only <measures>',
      `run only some measures, separated by commas: ${streamsMeasures.join(', ')}`,
      someOf(streamsMeasures),
    )
    .option('--cpu-prof', "write V8's CPU profiles of the services")
    .action(({ only, cpuProf }: { only?: StreamsMeasure[]; cpuProf?: true }) =>
      recordRun(
        'streams',
        (dataDir) => benchStreams({ dataDir, only: only ?? streamsMeasures, profile: cpuProf === true }),
        // A partial run does not replace the figures that are documented.
        fileOf(only === undefined ? 'streams' : 'streams-only'),
      ),
    );
}

function proofCommand(): Command {
  return new Command('proof')
    .description('the signed log: sealing, proofs, bundles and their check; takes about eight minutes')
    .option(
      '--only <measures>',
      `run only some measures, separated by commas: ${proofMeasures.join(', ')}`,
      someOf(proofMeasures),
    )
    .option('--events <number>', 'events of the account of which bundles and proofs are made', eventsOf, 300_000)
    .action(({ only, events }: { only?: ProofMeasure[]; events: number }) =>
      recordRun(
        'proof',
        (dataDir) => benchProof({ dataDir, only: only ?? proofMeasures, events }),
        // A partial run does not replace the figures that are documented.
        fileOf(only === undefined ? 'proof' : 'proof-only'),
      ),
    );
}

function peersCommand(): Command {
  return new Command('peers')
    .description('beside what users would choose instead, with 1 million events; takes minutes, and fetches peers')
    .option('--smoke', 'with 200,000 events')
    .action(({ smoke }: { smoke?: true }) =>
      recordRun(
        'peers',
        (dataDir) => benchPeers({ dataDir, size: smoke === true ? 'smoke' : '1m' }),
        // A small run does not replace the figures that are documented.
        fileOf(smoke === true ? 'peers-smoke' : 'peers'),
      ),
    );
}

function documentCommand(): Command {
  return new Command('document')
    .description('write docs/performance.md and its pictures from the last runs')
    .argument('<runs...>', 'the names of the runs: smoke, 1m, 30m, console, dashboard, streams, proof, peers, soak')
    .action((runs: string[]) => documentRuns(runs.map(fileOf), path.resolve('docs')));
}

function minutesOf(text: string): number {
  const minutes = Number(text);
  if (!(minutes > 0)) throw new InvalidArgumentError('A number of minutes above 0 is wanted.');
  return minutes;
}

function eventsOf(text: string): number {
  const events = Number(text);
  // Fewer would not fill a page of a bundle.
  if (!Number.isInteger(events) || events < 1000) throw new InvalidArgumentError('A number from 1000 on is wanted.');
  return events;
}

/** Reads names that are separated by commas. */
function someOf<Name extends string>(names: readonly Name[]): (text: string) => Name[] {
  return (text) =>
    text.split(',').map((one) => {
      const name = names.find((known) => known === one);
      if (name === undefined) throw new InvalidArgumentError(`There is no measure "${one}".`);
      return name;
    });
}
