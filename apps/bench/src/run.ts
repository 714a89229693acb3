import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

import type { Result } from './report.ts';

/** Somebody ended the run; everything that it started is stopped. */
export class Interrupted extends Error {}

/** What a run has to close at its end, the last opened first. */
export type Closing = (() => unknown)[];

/** Does a run and closes what it opened, also on a failure and on a signal (`Interrupted`). */
export async function guarded(run: (closing: Closing) => Promise<Result[]>): Promise<Result[]> {
  const closing: Closing = [];
  const signal = new Promise<never>((_, reject) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(name, () => reject(new Interrupted('Ended.')));
  });
  try {
    return await Promise.race([run(closing), signal]);
  } finally {
    for (const close of closing) await close();
  }
}

/** The figures with what they were taken on, for a machine to read. */
export function writeJson(file: string, results: readonly Result[]): void {
  const [cpu] = cpus();
  const machine = {
    cpu: cpu?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: process.platform,
  };
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`);
}
