import type { Result } from './report.ts';

/** The user ended the run; everything it started has been stopped. */
export class Interrupted extends Error {}

/** The functions that close what a run opened, in reverse order of opening. */
export type Closing = (() => unknown)[];

/**
 * The results of a run, its PostgreSQL version, and the cores that other programs kept busy before
 * each measure.
 */
export type Run = { results: Result[]; postgres: string; busyCores: number[] };

/**
 * Runs `run` and closes what it opened, also after a failure and after a signal (throws
 * `Interrupted`).
 */
export async function guarded(run: (closing: Closing) => Promise<Run>): Promise<Run> {
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
    return await Promise.race([run(closing), interrupted]);
  } finally {
    for (const close of closing) await close();
    // From here on a signal ends the process as usual.
    for (const name of signals) process.off(name, interrupt);
  }
}

/** A measure that fails loses only its own rows, not those of the measures before it. */
export async function rowsOf(name: string, measure: () => Promise<Result | Result[]>): Promise<Result[]> {
  try {
    return [await measure()].flat();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${error instanceof Error ? (error.stack ?? message) : message}\n`);
    return [{ what: name, figures: message, ratios: [], failed: true }];
  }
}
