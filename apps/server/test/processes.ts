import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { createAdminToken } from '@goal/core';
import {
  atLast,
  copyFilledFolder,
  freePort,
  freshDatabase,
  openPatientDatabase,
  until,
  waitLimitMs,
} from '@goal/db/testing';
import { afterAll, expect } from 'vitest';

import { openClient, type Client } from './harness/client.ts';
import { openFactory, type Factory } from './harness/factory.ts';
import { endAll, sweep } from './processes/system.ts';

export { endAll, processesIn, untilNoneIn } from './processes/system.ts';
export { atLast, freePort, until, waitLimitMs, runsOf } from '@goal/db/testing';

/** What `npm start` runs in the end. The toolchain builds it before any test runs. */
const main = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));
const prefix = 'goal-processes-';

export type StartOptions = {
  /** The working folder, in which `end` looks for processes. A separate one by default. */
  folder?: string;
  /** The database URL; without it the server uses the embedded database in `folder`. */
  databaseUrl?: string;
  env?: Readonly<Record<string, string>>;
  /** Closes the server’s output from the start, so that nobody reads it. */
  unread?: boolean;
  /** The program of Node; that of the tests by default. */
  node?: string;
};

/** How a process ended, with all its output. */
export type Ending = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

/** A server process that answers requests. */
export type ServerProcess = Client & {
  pid: number;
  folder: string;
  /** All output so far. */
  printed: () => string;
  /** Closes the reading end of its output. */
  stopReading: () => void;
  signal: (name: NodeJS.Signals) => void;
  /** Sends a signal and waits for the exit. */
  end: (name?: NodeJS.Signals) => Promise<Ending>;
  ended: Promise<Ending>;
};

export type Processes = ReturnType<typeof openProcesses>;

/**
 * The real server processes of one test file. Call `end` in `afterAll`: it ends what still runs and
 * removes every folder, so that nothing outlives a failed test; the next run ends what a killed run
 * left behind.
 */
export function openProcesses() {
  sweep(prefix);
  const base = mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`));
  const atExit = (): void => endAll(base);
  process.once('exit', atExit);
  const running = new Set<Running>();
  const clients: Client[] = [];
  const secrets = new Set<string>();
  let printed = '';
  let folders = 0;

  /** Makes an empty folder whose path contains a space. */
  const folder = (): string => {
    const made = path.join(base, `data ${(folders += 1)}`);
    mkdirSync(made);
    return made;
  };

  /** Makes a folder in which a database has been started once before. */
  const filledFolder = (): string => {
    const made = folder();
    copyFilledFolder(made);
    return made;
  };

  const launch = ({ folder: given, databaseUrl, env = {}, node }: StartOptions): Running => {
    // The address may name several hosts, which `URL` does not read.
    const password = /^[^/]+:\/\/[^:@/]*:([^@/]+)@/.exec(databaseUrl ?? '')?.[1];
    if (password !== undefined) secrets.add(password);
    if (env['METRICS_TOKEN'] !== undefined) secrets.add(env['METRICS_TOKEN']);
    const made = run(
      given ?? (databaseUrl === undefined ? filledFolder() : folder()),
      {
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        ...env,
      },
      node,
    );
    running.add(made);
    void made.ended.then(({ stdout, stderr }) => {
      running.delete(made);
      printed += stdout + stderr;
    });
    return made;
  };

  return {
    folder,
    filledFolder,

    /** Adds another secret that no log may contain. */
    secret(text: string): void {
      secrets.add(text);
    },

    /** Starts a server and waits until it is ready. Throws with its output if it exits instead. */
    async start(options: StartOptions = {}): Promise<ServerProcess> {
      const port = options.unread === true ? await freePort() : 0;
      const server = launch(port === 0 ? options : { ...options, env: { ...options.env, PORT: String(port) } });
      if (port > 0) server.stopReading();
      const client = openClient(port === 0 ? await originOf(server) : `http://127.0.0.1:${port}`, '/v1/goal');
      clients.push(client);
      const { call } = client;
      client.call = async (...request) => {
        const answer = await call(...request);
        for (const [token] of answer.text.matchAll(anyToken)) secrets.add(token);
        return answer;
      };
      const ready = () => client.call('GET', '/readyz', { root: true, allow5xx: true }).catch(() => undefined);
      await until(
        async () => (await ready())?.status === 200,
        () => `never ready:\n${server.printed()}`,
      );
      return Object.assign(client, server);
    },

    /** Starts a server, and waits for nothing. */
    begin: (options: StartOptions): Running => launch(options),

    /** Starts a server that must refuse, and waits for its exit within `waitLimitMs`. */
    async refused(options: StartOptions): Promise<Ending> {
      const server = launch(options);
      return atLast(server.ended, () => `it runs instead of refusing:\n${server.printed()}`);
    },

    /** Returns an admin token with the write scope, and what it can create through a server. */
    async admin(server: Client, databaseUrl: string, name = 'test'): Promise<Factory & { token: string }> {
      const db = openPatientDatabase({ url: databaseUrl, name: 'goal-test', sizes: { work: 1 } });
      try {
        const { token } = await createAdminToken({ db }, { kind: 'cli', name: 'test' }, { name, scope: 'admin:write' });
        secrets.add(token);
        return { token, ...openFactory(server, token) };
      } finally {
        await db.close();
      }
    },

    /**
     * Returns every secret given to or issued by these servers that a log line of theirs or their
     * databases contains, whole or in part.
     */
    leaks(): string[] {
      const lines = [printed, ...[...running].map((one) => one.printed()), ...databaseLogs(base)]
        .join('\n')
        .split('\n');
      const parts = [...secrets].map((secret) => secret.split('_').at(-1) ?? secret);
      expect(parts.length).toBeGreaterThan(0);
      return lines.filter((line) => anyToken.test(line) || parts.some((part) => line.includes(part)));
    },

    async end(): Promise<void> {
      for (const client of clients) client.close();
      endAll(base);
      await Promise.all([...running].map((one) => one.ended));
      process.off('exit', atExit);
      rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

/**
 * The processes of a test file and the address of a database for them; both are gone after its last
 * test. To be called at the top of the file.
 */
export async function processesOnDatabase() {
  const processes = openProcesses();
  const { url, drop } = await freshDatabase();
  afterAll(async () => {
    await processes.end();
    await drop();
  });
  return {
    processes,
    databaseUrl: url,
    /** `processes.admin` on this database. */
    admin: (server: Client, name?: string) => processes.admin(server, url, name),
  };
}

const anyToken = /goal_(?:live|acct|grp|admin)_[a-z0-9]{8}_[A-Za-z0-9]{32,64}/g;

type Running = Omit<ServerProcess, keyof Client>;

function run(folder: string, env: Readonly<Record<string, string>>, node = process.execPath): Running {
  const child = spawn(node, [main], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      CONSOLE_PORT: 'off',
      DASHBOARD_PORT: 'off',
      DATA_DIR: folder,
      LOG_LEVEL: 'debug',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then((): Ending => ({
    code: child.exitCode,
    signal: child.signalCode,
    stdout,
    stderr,
  }));
  const signal = (name: NodeJS.Signals): void => void child.kill(name);
  return {
    pid: child.pid ?? 0,
    folder,
    printed: () => stdout + stderr,
    stopReading: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    signal,
    ended,
    end(name = 'SIGTERM') {
      signal(name);
      return atLast(ended, () => `${name} does not end it:\n${stdout}${stderr}`);
    },
  };
}

/** Returns the address that the server reports. */
async function originOf(server: Running): Promise<string> {
  let isOver = false;
  void server.ended.then(() => (isOver = true));
  const said = (): string | undefined => /API +(http:\/\/[^/]+)\//.exec(server.printed())?.[1];
  await until(
    () => said() !== undefined || isOver,
    () => `no server within ${waitLimitMs / 1000} s:\n${server.printed()}`,
  );
  const origin = said();
  if (origin === undefined) throw new Error(`the server ended:\n${server.printed()}`);
  return origin;
}

function databaseLogs(base: string): string[] {
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name).startsWith('postgres.log'))
    .map((name) => readFileSync(path.join(base, name), 'utf8'));
}
