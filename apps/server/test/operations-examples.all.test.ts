import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { freshDatabase, openPatientDatabase } from '@goal/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';

import { freePort, until } from './processes.ts';

/** The source folder, which the examples call /srv/goal. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (name: string): string => readFileSync(path.join(root, 'docs/operations', name), 'utf8');

type Variables = Record<string, string>;
type Service = { command?: string[]; environment?: Record<string, string | number>; healthcheck?: { test?: string[] } };
// The file is ours; the tests below fail on anything missing.
const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> };

/** Returns the values of each directive in a unit; repeated directives keep their order. */
function unit(name: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [, key = '', value = ''] of read(name).matchAll(/^([A-Z][A-Za-z]*)=(.*)$/gm))
    (found[key] ??= []).push(value);
  return found;
}

/** Returns the arguments of each Dockerfile instruction. */
const dockerfile = (instruction: string): string[] =>
  [...read('Dockerfile').matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, rest = '']) => rest);
const listIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[]; // the list form of CMD
const image = {
  command: listIn(dockerfile('CMD')[0] ?? ''),
  health: listIn(dockerfile('HEALTHCHECK')[0] ?? ''),
  environment: assignments(dockerfile('ENV')),
};

function assignments(lines: readonly string[]): Variables {
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

let database: Awaited<ReturnType<typeof freshDatabase>>;
let folder: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  database = await freshDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'goal-operations-'));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

/**
 * Replaces what this machine does not have: the hosts of the database and the cache, and ports that
 * may be taken.
 */
async function here(given: Variables): Promise<Variables> {
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'REDIS_URL'));
  const consolePort = kept['CONSOLE_PORT'] === '3000' ? String(await freePort()) : 'off';
  const places = { DATABASE_URL: database.url, DATA_DIR: folder, PORT: String(await freePort()), HOST: '127.0.0.1' };
  return { ...kept, ...places, CONSOLE_PORT: consolePort, DASHBOARD_PORT: 'off' };
}

type Run = { child: ChildProcess; environment: Variables; printed: () => string; ended: Promise<number | null> };

/** Runs a command of an example verbatim in the source folder. */
function run([program = '', ...args]: readonly string[], environment: Variables): Run {
  const env = { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...environment };
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  running.add(child);
  const ended = once(child, 'close').then(() => {
    running.delete(child);
    return child.exitCode;
  });
  return { child, environment, printed: () => said, ended };
}

const healthOf = (environment: Variables): Promise<number | null> => run(image.health, environment).ended;

async function untilHealthy({ environment, printed, child }: Run): Promise<void> {
  await until(
    () => child.exitCode !== null || printed().includes('Goal is ready.'),
    () => `never ready:\n${printed()}`,
  );
  expect(await healthOf(environment), printed()).toBe(0);
}

it('the unit, the image and the compose services start unchanged, share one database, appear in status and stop on SIGTERM', async () => {
  const { ExecStart: [start = ''] = [], Environment = [], KillSignal } = unit('goal.service');
  expect(KillSignal).toBeUndefined();
  const service = async (name: string): Promise<Run> => {
    const { command, environment = {} } = compose.services[name] ?? {};
    const own = Object.entries(environment).map(([key, value]): [string, string] => [
      key,
      value === null ? '' : String(value),
    ]);
    const given = Object.fromEntries(own.filter(([, value]) => !value.startsWith('${')));
    return run(command ?? image.command, await here({ ...image.environment, ...given }));
  };
  const own = run(start.split(' '), await here(assignments(Environment)));
  const [first, second] = [await service('api-1'), await service('api-2')];
  const [console, worker] = [await service('console'), await service('worker')];
  const all = [own, first, second, console, worker];
  for (const one of [own, first, second, console]) await untilHealthy(one);
  await until(
    async () => /Console +http/.test(console.printed()),
    () => `no console:\n${console.printed()}`,
  );
  const health = await fetch(`http://127.0.0.1:${console.environment['CONSOLE_PORT']}/api/health`);
  expect(health.status).toBe(200);
  await until(() => worker.printed().includes('Working.'));
  const status = async (): Promise<string> => {
    const asked = run(['node', 'apps/cli/dist/bundle/main.js', 'status'], first.environment);
    await asked.ended;
    return asked.printed();
  };
  const db = openPatientDatabase({ url: database.url, sizes: { work: 1 } });
  await until(async () => (await db.work.query('SELECT 1 FROM instance')).rows.length === all.length);
  await db.close();
  expect(await status()).toContain('4 servers, 1 worker within the last minute');
  for (const { child } of all) child.kill('SIGTERM');
  expect(await Promise.all(all.map(({ ended }) => ended))).toEqual([0, 0, 0, 0, 0]);
  expect(await healthOf(first.environment)).toBe(1);
});

it('the backup unit writes its file with access for its owner alone', async () => {
  const { ExecStart: [start = ''] = [], Environment = [] } = unit('goal-backup.service');
  const file = path.join(folder, 'goal.backup');
  const given = { ...assignments(Environment), BACKUP_FILE: file };
  const words = start.split(' ').map((word) => word.replace('${BACKUP_FILE}', file));
  const backup = run(words, await here(given));
  expect(await backup.ended, backup.printed()).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('the build steps of the image do nothing where everything is already built', async () => {
  const [setUp = ''] = dockerfile('RUN');
  const done = run(setUp.split(' '), { HOME: process.env['HOME'] ?? folder });
  expect(await done.ended, done.printed()).toBe(0);
});

it('the README explains every variable of the examples, and the examples contain no secret', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const known = new Set([...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name));
  const names = [
    ...Object.keys(image.environment),
    ...Object.values(compose.services).flatMap(({ environment = {} }) => Object.keys(environment)),
    ...[...read('goal.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name),
  ].filter((name) => !name.startsWith('POSTGRES_') && name !== 'REDIS_URL');
  for (const name of names) expect(known, name).toContain(name);
  for (const name of ['compose.yaml', 'goal.env.example', 'goal.service'])
    expect(read(name)).not.toMatch(/(?:PASSWORD|SECRET|TOKEN)[=:] ?[A-Za-z0-9]{6,}/);
});
