import { AsyncLocalStorage } from 'node:async_hooks';

import type { openDatabase } from '@goal/db';

/** The surroundings of a command: the process, or a test's stand-in. */
export type Surroundings = {
  env: Readonly<NodeJS.ProcessEnv>;
  stdin: { isTTY: boolean };
  stdout: { write: (text: string) => unknown };
  stderr: { write: (text: string) => unknown };
  exitCode?: NodeJS.Process['exitCode'];
  /** Listens for a signal that asks to stop. */
  once: (signal: NodeJS.Signals, listener: () => void) => unknown;
  /** How the database is opened, unless with its usual limits of time. */
  openDatabase?: typeof openDatabase;
};

const given = new AsyncLocalStorage<Surroundings>();

/** The surroundings of the command that is running. */
export const surroundings = (): Surroundings => given.getStore() ?? process;

/** Runs work in other surroundings than the process. */
export const runIn = <T>(other: Surroundings, work: () => Promise<T>): Promise<T> => given.run(other, work);
