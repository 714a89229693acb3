import path from 'node:path';
import { parseArgs } from 'node:util';

import { StartupError } from '@goal/db';

import { benchConsole } from './console/run.ts';
import { chromiumPath } from './env.ts';
import { isMissed, tableOf } from './report.ts';
import { Interrupted, writeJson } from './run.ts';
import { measures, smoke, type MeasureName } from './smoke.ts';

const names = Object.keys(measures);
const usage = `usage: npm run -s bench -- NAME [--only MEASURE,…] [--cpu-prof]

  smoke    a few minutes: the service beside its limits, on 200,000 events
  console  a few minutes: the operator console in a real browser, with 50,000 accounts

  --only MEASURE,…   of smoke only some of: ${names.join(', ')}
  --cpu-prof         writes V8's CPU profile of the service

Prints a table; the figures are also in .data/bench/NAME.json. Exit code 1: a goal is missed, or the run failed.`;

/** What is wrong with the command line, for a person. */
class UsageError extends Error {}

const dataDir = path.resolve('.data/bench');

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
  if ((name !== 'smoke' && name !== 'console') || others.length > 0)
    throw new UsageError(`There is no run "${[name, ...others].join(' ')}": there are smoke and console.`);
  const only = values.only === undefined ? names : values.only.split(',');
  const unknown = only.find((one) => !names.includes(one));
  if (unknown !== undefined) throw new UsageError(`There is no measure "${unknown}": there are ${names.join(', ')}.`);
  const results =
    name === 'console'
      ? await benchConsole({ dataDir, chromium: chromiumPath() })
      : // Judged above: each is a name.
        await smoke({ dataDir, only: only as MeasureName[], profile: values['cpu-prof'] === true });
  writeJson(path.join(dataDir, `${name}.json`), results);
  console.log(tableOf(results));
  return results.some((result) => isMissed(result)) ? 1 : 0;
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
