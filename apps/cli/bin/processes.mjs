import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's top folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const at = (...parts) => path.join(root, ...parts);

/** A failure that is told in one sentence, without a stack. */
export class Refusal extends Error {}

const running = new Set();
let leaving = false;

/**
 * Runs a program to its end and resolves to `{ code, output }`; `code` is undefined where it could not be started or a signal ended it.
 * `output: 'stderr'` (the default) passes what it prints to standard error, since standard output belongs to the program
 * (`goal --json`); 'inherit' shares ours, 'capture' collects both. After `seconds` it is ended with all its children.
 */
export function run(command, args, { env = {}, output = 'stderr', seconds = 300, holding } = {}) {
  const shared = { stderr: 2, inherit: 'inherit', capture: 'pipe' }[output];
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      // A fourth file, where there is one, is a lock: it stays taken as long as the child lives, even if we are killed.
      stdio: ['ignore', shared, shared, ...(holding === undefined ? [] : [holding])],
      // A group of its own, so that npx, its shell and pnpm can be ended together. Windows has no groups, and finds npx.cmd by a shell.
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32' && !path.isAbsolute(command),
    });
    running.add(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (data) => (text += data));
    const limit = setTimeout(() => {
      text += `\nnot done after ${seconds} s, ended\n`;
      endGroup(child);
    }, seconds * 1000);
    const done = (code, note = '') => {
      clearTimeout(limit);
      running.delete(child);
      // Once the run is being ended from outside, what a tool reports means nothing, and nobody goes on from it.
      if (!leaving) resolve({ code, output: text + note });
    };
    child.on('error', (error) => done(undefined, `${command}: ${error.message}\n`));
    child.on('close', (code) => done(code ?? undefined));
  });
}

/** A JavaScript program of a package, by its path and not through .bin: no shell, so spaces in paths are safe. */
export const runNode = (file, args, options) => run(process.execPath, [at(file), ...args], options);

function endGroup(child, first = 'SIGTERM') {
  signal(child, first);
  setTimeout(() => signal(child, 'SIGKILL'), 5000).unref();
}

function signal(child, name) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, name);
  } catch {
    // It went in between.
  }
}

// A killed npm says nothing to its script: a SIGTERM ends the shell between them, a SIGKILL only npm itself. So the script watches both.
const above = () => `${process.ppid} ${parentOf(process.ppid)}`;
const aboveAtStart = above();

/** Calls back once when npm, or the shell that it started us by, is gone. Returns the timer. */
export function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return undefined;
  const watch = setInterval(() => {
    if (above() === aboveAtStart) return;
    clearInterval(watch);
    onGone();
  }, 250).unref();
  return watch;
}

/** The parent of a process on Linux (field 4 of proc_pid_stat(5), after the name in brackets); elsewhere nothing is known. */
function parentOf(pid) {
  try {
    return /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1];
  } catch {
    return undefined;
  }
}

/** While tools run for us, our end is theirs: ends them with their children on Ctrl-C, SIGTERM, or when npm is gone. Returns how to stop that. */
export function endTogether() {
  const leave = async (name, code) => {
    if (leaving) return;
    leaving = true;
    for (const child of running) endGroup(child, name);
    for (let waited = 0; running.size > 0 && waited < 60; waited++) await new Promise((r) => setTimeout(r, 100));
    process.exit(code);
  };
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
  const listeners = Object.entries(signals).map(([name, code]) => [name, () => void leave(name, code)]);
  for (const [name, listener] of listeners) process.on(name, listener);
  const watch = watchParent(() => void leave('SIGTERM', 143));
  return () => {
    clearInterval(watch);
    for (const [name, listener] of listeners) process.off(name, listener);
  };
}

/** npm and pnpm keep caches under the home folder; an account without a writable one gets them in the checkout (ignored by git). */
export function caches() {
  try {
    accessSync(os.homedir(), constants.W_OK);
    return {};
  } catch {
    const cache = (name) => at('.cache', name);
    return {
      HOME: cache('home'),
      npm_config_cache: cache('npm'),
      XDG_DATA_HOME: cache('data'),
      XDG_CACHE_HOME: cache('cache'),
      XDG_STATE_HOME: cache('state'),
      XDG_CONFIG_HOME: cache('config'),
    };
  }
}
