import { execFile, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { waitLimitMs } from '../../server/test/processes.ts';

/** A folder of apps/wordpress. */
export const at = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

export type Site = {
  /** Runs `site.php` with these arguments to its end; resolves to its output. */
  run: (...words: string[]) => Promise<string>;
  /** The same, as a process that can be killed; `ended` resolves in that case too. */
  start: (...words: string[]) => { child: ChildProcess; ended: Promise<void> };
  /** The same site with another environment. */
  under: (env: Readonly<Record<string, string>>) => Site;
  /** The queue, and the state of sending. */
  state: () => Promise<State>;
};

export type State = {
  queue: { count: number; aside: number; oldest: number; elsewhere: number };
  delivered: number;
  /** Seconds from the last attempt to the next. */
  pause: number;
  /** HTTP status and sentence. */
  last_failure: [number, string];
};

/** Runs PHP to its end; if it fails, rejects with all its output. */
export function php(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    start(args, env, (error, printed) =>
      error === null ? resolve(printed) : reject(new Error(`${error.message}\n${printed}`)),
    );
  });
}

/**
 * A site of WordPress with the plugin, in a database of its own; each of its processes is a real
 * one.
 */
export function makeSite(env: Readonly<Record<string, string>>): Site {
  const script = at('test/php/site.php');
  const site: Site = {
    run: (...words) => php([script, ...words], env),
    start(...words) {
      let child: ChildProcess | undefined;
      const ended = new Promise<void>((resolve, reject) => {
        child = start([script, ...words], env, (error, printed) =>
          error === null || error.killed === true ? resolve() : reject(new Error(printed)),
        );
      });
      if (child === undefined) throw new Error('a promise begins at once');
      return { child, ended };
    },
    under: (more) => makeSite({ ...env, ...more }),
    // site.php prints this form.
    state: async () => JSON.parse(await site.run('state')) as State,
  };
  return site;
}

function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  done: (error: (Error & { killed?: boolean }) | null, printed: string) => void,
): ChildProcess {
  const options = { env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env }, timeout: waitLimitMs, maxBuffer: 2 ** 24 };
  return execFile('php', args, options, (error, out, err) => done(error, out + err));
}

/** Runs the units on a database; resolves to the title of each and what is wrong with it. */
export async function runUnits(
  env: Readonly<Record<string, string>>,
): Promise<{ title: string; problem: string | null }[]> {
  const printed = await php([at('test/php/run.php')], env);
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { title: string; problem: string | null }); // run.php prints this form
}
