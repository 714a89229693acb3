import type { Result } from './report.ts';

/** Somebody ended the run; everything that it started is stopped. */
export class Interrupted extends Error {}

/** What a run has to close at its end, the last opened first. */
export type Closing = (() => unknown)[];

/** What a run found, on which PostgreSQL, and how many cores others kept busy between its measures. */
export type Run = { results: Result[]; postgres: string; busyCores: number[] };

/** Does a run and closes what it opened, also on a failure and on a signal (`Interrupted`). */
export async function guarded(run: (closing: Closing) => Promise<Run>): Promise<Run> {
  const closing: Closing = [];
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let interrupt = (): void => {};
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => reject(new Interrupted('Ended.'));
  });
  // One that comes again, as of npm and of the terminal, must not end what closes.
  for (const name of signals) process.on(name, interrupt);
  try {
    return await Promise.race([run(closing), interrupted]);
  } finally {
    for (const close of closing) await close();
    // From here on a signal ends the process as it ends any other.
    for (const name of signals) process.off(name, interrupt);
  }
}
