import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { codeOf, StartupError } from '../startup-error.ts';
import type { Account } from './account.ts';
import { embeddedMajor } from './binaries.ts';

const superuserPasswordName = 'goal.password';

/** The paths of an embedded database. */
export type Folder = {
  base: string;
  data: string;
  lock: string;
  log: string;
  /** The file with the password of the service's role. */
  password: string;
  /** The superuser's password, a file until the service's role owns everything. */
  superuserPassword: string;
  /** The file with the port, if the server listens on one. */
  port: string;
};

/** Creates the data folder if it is missing. @throws StartupError when it cannot. */
export function openFolder(dataDir: string): Folder {
  try {
    makeFolder(resolve(dataDir));
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be written (${codeOf(error) ?? 'unknown'}): give this user the right to write there, or set DATA_DIR to another folder.`,
    );
  }
  const base = realpathSync(dataDir);
  const data = join(base, 'postgres');
  return {
    base,
    data,
    lock: join(base, 'postgres.lock'),
    log: join(base, 'postgres.log'),
    // The passwords are inside, so that one rename publishes the data and the passwords together.
    password: join(data, 'service.password'),
    superuserPassword: join(data, superuserPasswordName),
    port: join(data, 'goal.port'),
  };
}

/** Every user may traverse the folder but not list it: a service account reaches its own below. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  // One level at a time: Node's recursive mkdir never returns for a path below /proc.
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o711 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Refuses a data folder that this program cannot serve.
 * @throws StartupError for a folder of another PostgreSQL version, or one that is no data folder.
 */
export function checkCluster(folder: Folder): void {
  if (!existsSync(folder.data)) return;
  const file = join(folder.data, 'PG_VERSION');
  if (!existsSync(file) || ![folder.password, folder.superuserPassword].some((one) => existsSync(one))) {
    throw new StartupError(
      `The folder ${folder.data} is not one that this program made: move it away, or set DATA_DIR to another folder.`,
    );
  }
  const major = readFileSync(file, 'utf8').trim();
  if (major !== embeddedMajor) {
    throw new StartupError(
      `The data folder ${folder.data} was made by PostgreSQL ${major}, and this program brings PostgreSQL ${embeddedMajor}: use the program that made it, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * Creates the cluster under a temporary name and renames it once it is complete, so that a crash
 * leaves nothing that looks like a data folder.
 */
export async function createCluster(folder: Folder, account: Account): Promise<void> {
  const half = `${folder.data}.tmp`;
  const passwordFile = `${half}.password`;
  rmSync(half, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(half, { mode: 0o700 });
  account.own(half);
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  account.own(passwordFile);
  await initdb(account, [
    `--pgdata=${half}`,
    '--username=goal',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ]);
  renameSync(passwordFile, join(half, superuserPasswordName));
  renameSync(half, folder.data);
}

async function initdb(account: Account, args: string[]): Promise<void> {
  const { file, args: line, identity } = account.command('initdb', args);
  const child = spawn(file, line, {
    ...identity,
    cwd: '/',
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  let said = '';
  const keep = (chunk: Buffer): void => void (said = (said + chunk.toString()).slice(-2000));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const status = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  if (status === 0) return;
  const reason = said.split('\n').findLast((text) => text.includes('error:')) ?? String(status);
  throw new StartupError(
    `The embedded PostgreSQL could not be set up (${reason.trim()}): fix that, or set DATABASE_URL to a PostgreSQL server, 15 or newer.`,
  );
}

/** The environment of PostgreSQL's programs: without locale and PG* variables of the user. */
export function programEnvironment(): NodeJS.ProcessEnv {
  // Not configuration: the system finds its programs by these (SystemRoot on Windows).
  // oxlint-disable-next-line node/no-process-env
  const { PATH, SystemRoot } = process.env;
  return { PATH, SystemRoot, LC_ALL: 'C', TZ: 'UTC' };
}
