import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { StartupError } from '@goal/db';

import { benchConsole } from './console/run.ts';
import { documentRuns } from './document/document.ts';
import { chromiumPath } from './env.ts';
import { machineWith } from './machine.ts';
import { isMissed, tableOf } from './report.ts';
import { measures, runSize, type MeasureName } from './run-size.ts';
import { Interrupted, type Run } from './run.ts';
import { sizes, type SizeName } from './world/sizes.ts';

const names = Object.keys(measures);
const usage = `usage: npm run -s bench -- NAME [--only MEASURE,…] [--cpu-prof]
       npm run -s bench -- document NAME…

  smoke     a few minutes: the service beside its limits, on 200,000 events
  1m        under 10 minutes: the same on 1 million events of 20,000 sites
  30m       half an hour or more, and 25 GB of disk: on 30 million events, beside 1 million
  console   a few minutes: the operator console in a real browser, with 50,000 accounts
  document  writes docs/performance.md and its picture from the last runs of these names

  --only MEASURE,…   only some of: ${names.join(', ')}
  --cpu-prof         writes V8's CPU profile of the service

Prints a table; the figures are also in .data/bench/NAME.json (with --only in NAME-only.json). Data sets are loaded once and kept in .data/bench/NAME.
Exit code 1: a goal is missed, or the run failed.`;

/** What is wrong with the command line, for a person. */
class UsageError extends Error {}

const dataDir = path.resolve('.data/bench');
const fileOf = (name: string): string => path.join(dataDir, `${name}.json`);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const known = [StartupError, UsageError, Interrupted].some((kind) => error instanceof kind);
  const said = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`${said}\n`);
  process.exit(1);
}

async function main(args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args);
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const [name, ...others] = positionals;
  if (name === undefined) throw new UsageError(usage);
  if (name === 'document') {
    documentRuns(others.map(fileOf), path.resolve('docs'));
    return 0;
  }
  if (!isRun(name) || others.length > 0)
    throw new UsageError(
      `There is no run "${positionals.join(' ')}": there are ${[...Object.keys(sizes), 'console'].join(', ')}.`,
    );
  const only = values.only === undefined ? names : values.only.split(',');
  const unknown = only.find((one) => !names.includes(one));
  if (unknown !== undefined) throw new UsageError(`There is no measure "${unknown}": there are ${names.join(', ')}.`);
  const own = path.join(dataDir, name);
  mkdirSync(own, { recursive: true });
  const at = new Date();
  const run: Run =
    name === 'console'
      ? await benchConsole({ dataDir: own, chromium: chromiumPath() })
      : // Judged above: each is a name.
        await runSize({ dataDir: own, name, only: only as MeasureName[], profile: values['cpu-prof'] === true });
  const { results, postgres, busyCores } = run;
  const minutes = (Date.now() - at.getTime()) / 60_000;
  const whole = { name, at: at.toISOString(), minutes, machine: machineWith(postgres), busyCores, results };
  // The file of a whole run stays what it is documented from.
  writeFileSync(fileOf(values.only === undefined ? name : `${name}-only`), `${JSON.stringify(whole, null, 2)}\n`);
  console.log(tableOf(results));
  return results.some((result) => isMissed(result)) ? 1 : 0;
}

function isRun(name: string): name is SizeName | 'console' {
  return name === 'console' || name in sizes;
}

function readArgs(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, only: { type: 'string' }, 'cpu-prof': { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
