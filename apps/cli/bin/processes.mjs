import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's top folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const at = (...parts) => path.join(root, ...parts);

/** A failure that is reported as one sentence, without a stack. */
export class Refusal extends Error {}

const running = new Set();
let leaving = false;

/**
 * Runs a program and resolves to `{ code, output }`; `code` is undefined if it could not start or a
 * signal ended it. `output: 'stderr'` (the default) sends its output to standard error, since
 * standard output is reserved for results (`goal --json`); 'inherit' shares ours, 'capture'
 * collects both. After `timeoutSeconds` it is ended with all its children.
 */
export function run(command, args, { env = {}, output = 'stderr', timeoutSeconds = 300, lockFd } = {}) {
  const shared = { stderr: 2, inherit: 'inherit', capture: 'pipe' }[output];
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      // The child inherits the lock and so keeps it as long as it lives, even if we are killed.
      stdio: ['ignore', shared, shared, ...(lockFd === undefined ? [] : [lockFd])],
      // A process group, so that npx, its shell and pnpm end together. Windows has no groups, and
      // needs a shell to find npx.cmd.
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32' && !path.isAbsolute(command),
    });
    running.add(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (data) => (text += data));
    const limit = setTimeout(() => {
      text += `\nstopped: still running after ${timeoutSeconds} s\n`;
      endGroup(child);
    }, timeoutSeconds * 1000);
    const done = (code, note = '') => {
      clearTimeout(limit);
      running.delete(child);
      // During shutdown a tool's result means nothing, so the promise stays pending.
      if (!leaving) resolve({ code, output: text + note });
    };
    child.on('error', (error) => done(undefined, `${command}: ${error.message}\n`));
    child.on('close', (code) => done(code ?? undefined));
  });
}

/** Runs a package's program by its path, not through .bin: no shell, so spaces are safe. */
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
    // It has exited in the meantime.
  }
}

// A killed npm does not signal its script: SIGTERM ends the shell between them, SIGKILL only npm
// itself. So the script watches both.
const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`;
const ancestorsAtStart = ancestors();

/** Calls back once when npm, or the shell it started us with, is gone. Returns the timer. */
export function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return undefined;
  const watch = setInterval(() => {
    if (ancestors() === ancestorsAtStart) return;
    clearInterval(watch);
    onGone();
  }, 250).unref();
  return watch;
}

/** The parent of a process: field 4 of proc_pid_stat(5). Undefined except on Linux. */
function parentOf(pid) {
  try {
    return /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1];
  } catch {
    return undefined;
  }
}

/**
 * Ends all running tools with their children on Ctrl-C, SIGTERM, SIGHUP, or when npm is gone.
 * Returns the function that stops doing so.
 */
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

/** The caches of npm and pnpm go into the checkout where the home folder is not writable. */
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
