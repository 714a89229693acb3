import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { StartupError } from '@goal/db';

import { machineWith } from '../machine.ts';
import { openProgress } from '../progress.ts';
import { isMissed, tableOf } from '../report.ts';
import { Interrupted } from '../run.ts';
import { soak } from './soak.ts';

const usage = `usage: npm run soak [-- --minutes N]

Ten minutes (or N, 2 at least) of mixed load on three instances, one database and one Redis, with faults in turn: connections ended, slow clients, Redis
killed, an instance killed, the database killed. Needs redis-server. Prints a table; the figures are also in .data/bench/soak.json, from which
"npm run -s bench -- document NAME… soak" writes them into docs/performance.md. Exit code 1: a goal is missed, or the run failed.`;

try {
  process.exitCode = await main();
} catch (error) {
  const known = error instanceof StartupError || error instanceof Interrupted;
  const said = known ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${said ?? ''}\n`);
  process.exit(1);
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, help: { type: 'boolean' } } });
  const minutes = Number(values.minutes);
  if (values.help === true || !(minutes >= 2 && minutes <= 24 * 60)) {
    console.log(usage);
    return values.help === true ? 0 : 1;
  }
  const dataDir = path.resolve('.data/bench');
  mkdirSync(dataDir, { recursive: true });
  const at = new Date();
  const run = await soak(path.join(dataDir, 'soak'), { minutes, progress: openProgress() });
  const { results, postgres, busyCores } = run;
  const took = (Date.now() - at.getTime()) / 60_000;
  const whole = {
    name: 'soak',
    at: at.toISOString(),
    minutes: took,
    machine: machineWith(postgres),
    busyCores,
    results,
  };
  writeFileSync(path.join(dataDir, 'soak.json'), `${JSON.stringify(whole, null, 2)}\n`);
  console.log(tableOf(results));
  return results.some((result) => isMissed(result)) ? 1 : 0;
}
