import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { StartupError } from '@goal/db';
import type { Command } from 'commander';

import { isMissed, tableOf, type Result } from './report.ts';

/** The user ended the run; everything it started has been stopped. */
class Interrupted extends Error {}

/** The functions that close what a run opened, in reverse order of opening. */
export type Closing = (() => unknown)[];

/** Prints progress within a step, more often on a terminal than into a file. */
export type Say = (done: string) => void;

/** Prints a step and its start time to standard error. */
export type Step = (name: string) => Say;

/** The results of a run, its PostgreSQL version, and the cores that other programs kept busy. */
export type Run = { results: Result[]; postgres: string; busyCores: number[] };

/** The machine that produced the figures, without anything that identifies its owner. */
type Machine = { cpu: string; cores: number; memoryGb: number; os: string; node: string; postgres: string };

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

/** The folder of a run, its steps, and what it closes in the end. */
export type Around = { dataDir: string; step: Step; closing: Closing };

/** The folder of data sets and figures. */
const benchDir = path.resolve('.data/bench');

/** The file with the figures of the last run of this name. */
export const fileOf = (name: string): string => path.join(benchDir, `${name}.json`);

/**
 * Performs a run, stores its figures in `file` and prints its table. Sets the exit code to 1 if a
 * goal is missed.
 */
export async function recordRun(
  name: string,
  perform: (around: Around) => Promise<Run>,
  file = fileOf(name),
): Promise<void> {
  const at = new Date();
  const { results, postgres, busyCores: busy } = await guarded(path.join(benchDir, name), perform);
  const machine: Machine = {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    // Only the first two numbers of the release: the rest identifies a build.
    os: `${type()} ${release().split('.').slice(0, 2).join('.')}`,
    node: process.version,
    postgres,
  };
  const minutes = (Date.now() - at.getTime()) / 60_000;
  const record: RunRecord = { name, at: at.toISOString(), minutes, machine, busyCores: busy, results };
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  console.log(tableOf(results));
  if (results.some((result) => isMissed(result))) process.exitCode = 1;
}

/** Runs in a folder and closes what was opened, also after a failure and after a signal. */
export async function guarded<Done>(dataDir: string, perform: (around: Around) => Promise<Done>): Promise<Done> {
  mkdirSync(dataDir, { recursive: true });
  const closing: Closing = [];
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let interrupt = (): void => {};
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => reject(new Interrupted('Interrupted.'));
  });
  // Ctrl-C arrives twice, from the terminal and from npm; the second signal must not stop the
  // cleanup.
  for (const name of signals) process.on(name, interrupt);
  try {
    return await Promise.race([perform({ dataDir, step: openSteps(), closing }), interrupted]);
  } finally {
    for (const close of closing) await close();
    // From here on a signal ends the process as usual.
    for (const name of signals) process.off(name, interrupt);
  }
}

function openSteps(): Step {
  const begun = performance.now();
  return (name) => {
    const seconds = Math.floor((performance.now() - begun) / 1000);
    process.stderr.write(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} ${name} …\n`);
    let printedAt = performance.now();
    return (done) => {
      if (performance.now() - printedAt < (process.stderr.isTTY ? 500 : 5000)) return;
      printedAt = performance.now();
      process.stderr.write(`  ${done}\n`);
    };
  };
}

/**
 * The number of cores that other programs keep busy, measured for a second in which this run is
 * idle.
 */
export async function busyCores(): Promise<number> {
  const before = cpuTimes();
  await sleep(1000);
  const after = cpuTimes();
  return ((after.busy - before.busy) / (after.all - before.all)) * cpus().length;
}

/** Milliseconds of all cores since the machine started. */
function cpuTimes(): { busy: number; all: number } {
  let [busy, all] = [0, 0];
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.irq + times.idle;
    busy += sum - times.idle;
    all += sum;
  }
  return { busy, all };
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
