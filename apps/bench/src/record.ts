import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { StartupError } from '@goal/db';
import type { Command } from 'commander';

import { machineWith, type Machine } from './machine.ts';
import { isMissed, tableOf, type Result } from './report.ts';
import { Interrupted, type Run } from './run.ts';

/** A run in the form in which its file stores it. */
export type RunRecord = {
  name: string;
  /** The start of the run, in ISO 8601. */
  at: string;
  minutes: number;
  machine: Machine;
  busyCores: number[];
  results: Result[];
};

/** The folder of data sets and figures. */
const dataDir = path.resolve('.data/bench');

/** The file with the figures of the last run of this name. */
export const fileOf = (name: string): string => path.join(dataDir, `${name}.json`);

/**
 * Performs a run, stores its figures in `file` and prints its table. Sets the exit code to 1 if a
 * goal is missed.
 */
export async function recordRun(
  name: string,
  perform: (ownDir: string) => Promise<Run>,
  file = fileOf(name),
): Promise<void> {
  const ownDir = path.join(dataDir, name);
  mkdirSync(ownDir, { recursive: true });
  const at = new Date();
  const { results, postgres, busyCores } = await perform(ownDir);
  const minutes = (Date.now() - at.getTime()) / 60_000;
  const record: RunRecord = {
    name,
    at: at.toISOString(),
    minutes,
    machine: machineWith(postgres),
    busyCores,
    results,
  };
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  console.log(tableOf(results));
  if (results.some((result) => isMissed(result))) process.exitCode = 1;
}

/**
 * Runs a command line. An error ends the process with exit code 1, even if something still keeps it
 * alive.
 */
export async function runCommandLine(program: Command): Promise<void> {
  try {
    await program.parseAsync(process.argv);
  } catch (error) {
    const isSentence = error instanceof StartupError || error instanceof Interrupted;
    const text = error instanceof Error ? (isSentence ? error.message : (error.stack ?? error.message)) : String(error);
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}
