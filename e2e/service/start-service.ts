import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { until, waitLimitMs } from './until.ts';

const apps = path.resolve(import.meta.dirname, '../../apps');
const guard = path.join(import.meta.dirname, 'guard.mjs');

/** The real service as built, with its web apps, in its own folder. */
export type Service = {
  /** Origins of API and console: `http://127.0.0.1:PORT`; empty for a web app that is off. */
  api: string;
  console: string;
  /** Origin of the dashboard: `http://localhost:PORT`. */
  dashboard: string;
  /** Its data folder, by which `goal` commands find it. */
  dataDir: string;
  /** Everything it has printed so far. */
  printed: () => string;
  /** Stops it and deletes its folder. It also stops when this process ends in any way. */
  stop: () => Promise<void>;
};

/** The environment of a process of the service: PATH and the given variables only. */
export const environment = (variables: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  ...variables,
});

/** The variable with the database of a first start, which the services of a run copy. */
const filledVariable = 'GOAL_E2E_FILLED';

/** Keeps a copy of a new database, in its data folder: each later service begins with that. */
export function shareDatabase(dataDir: string): void {
  const filled = path.join(dataDir, 'filled');
  copyDatabase(path.join(dataDir, 'postgres'), filled);
  process.env[filledVariable] = filled;
}

/** Copies with owners: as root, the database belongs to another user. */
function copyDatabase(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

/**
 * Starts the service on free ports and waits until API, console and dashboard answer. Throws with
 * its output if it ends instead. `prepare` runs `goal` commands on the new data folder before.
 */
export async function startService(
  variables: Readonly<Record<string, string>> = {},
  prepare: (dataDir: string) => Promise<unknown> = async () => {},
): Promise<Service> {
  const program = path.join(apps, 'server/dist/bundle/main.js');
  if (!existsSync(program)) throw new Error('The service is not built: npm test builds it first.');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'goal-e2e-'));
  const filled = process.env[filledVariable];
  if (filled !== undefined && variables['DATABASE_URL'] === undefined)
    copyDatabase(filled, path.join(dataDir, 'postgres'));
  await prepare(dataDir);
  const child = spawn(process.execPath, [guard, program, dataDir], {
    env: environment({
      PORT: '0',
      CONSOLE_PORT: '0',
      DASHBOARD_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...variables,
    }),
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C in the terminal should reach only the test run; the guard ends after it.
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended = once(child, 'close');
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  try {
    const said = async (what: string): Promise<string> =>
      until(
        `the service to print the address of its ${what}`,
        () => {
          if (child.exitCode !== null) throw new Error(`the service ended:\n${printed}`);
          return new RegExp(`${what} +(http://[^/\\s]+)`).exec(printed)?.[1];
        },
        () => printed,
      );
    const service = {
      api: await said('API'),
      console: variables['CONSOLE_PORT'] === 'off' ? '' : await said('Console'),
      dashboard: variables['DASHBOARD_PORT'] === 'off' ? '' : await said('Dashboard'),
      dataDir,
      printed: () => printed,
      stop,
    };
    const { api, console, dashboard } = service;
    const healthOfApps = [console, dashboard].filter((origin) => origin !== '').map((origin) => `${origin}/api/health`);
    for (const url of [`${api}/readyz`, ...healthOfApps])
      await until(
        `${url} to answer 200`,
        () => answers(url),
        () => printed,
      );
    return service;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answers(url: string): Promise<true | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(waitLimitMs) }).catch(() => undefined);
  return answer?.status === 200 ? true : undefined;
}

/** The URL of the embedded database of a service, with its password. */
export function databaseUrlOf({ dataDir }: Pick<Service, 'dataDir'>): string {
  const folder = path.join(realpathSync(dataDir), 'postgres');
  const password = readFileSync(path.join(folder, 'service.password'), 'utf8');
  return `postgresql://goal_service:${password}@${encodeURIComponent(folder)}:5432/goal`;
}
