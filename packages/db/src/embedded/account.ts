import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { codeOf, StartupError } from '../startup-error.ts';

/** How this user runs PostgreSQL's programs, which refuse to run as root. */
export type Account = {
  /** The command line and the identity that run `program` of the bin folder. */
  command(
    program: 'postgres' | 'initdb',
    args: string[],
  ): { file: string; args: string[]; identity: { uid?: number; gid?: number } };
  /** Gives a file or folder that this process made to the account. */
  own(path: string): void;
};

const namespace = ['--user', '--map-user=65534', '--map-group=65534', '--'];

/**
 * Chooses the account for a data folder. An ordinary user runs PostgreSQL itself. Root uses a user
 * namespace, in which root's files appear as an ordinary user's; where namespaces are denied, it
 * uses the account `postgres` or `nobody`. If the folder exists, its owner decides.
 * @throws StartupError when the folder belongs to another user. The functions of the account throw
 * it when root has no way to run PostgreSQL.
 */
export function accountFor(native: string, folder: string): Account {
  const owner = existsSync(folder) ? statSync(folder).uid : undefined;
  const me = process.getuid?.();
  if (me === undefined) return plain(native);
  if (me !== 0) {
    if (owner !== undefined && owner !== me) throw anotherUser(folder);
    return plain(native);
  }
  if (owner !== undefined && owner !== 0 && !serviceAccounts().some(({ uid }) => uid === owner))
    throw anotherUser(folder);
  // Choose on first use: finding a way for root means trying it, and joining a running server needs
  // none.
  let chosen: Account | undefined;
  const choose = (): Account => (chosen ??= accountOfRoot(native, folder, owner));
  return { command: (program, args) => choose().command(program, args), own: (path) => choose().own(path) };
}

function accountOfRoot(native: string, folder: string, owner: number | undefined): Account {
  if (owner === undefined || owner === 0) {
    if (namespacesWork(native)) return inNamespace(native);
    if (owner === 0) {
      throw new StartupError(
        `The data folder ${folder} belongs to root, and PostgreSQL cannot run as root here (user namespaces are denied): give it to the account postgres (chown -R postgres), or run as an ordinary user.`,
      );
    }
  }
  return asServiceAccount(native, folder, owner);
}

function plain(native: string): Account {
  return { command: (program, args) => ({ file: join(native, 'bin', program), args, identity: {} }), own() {} };
}

function inNamespace(native: string): Account {
  return {
    command: (program, args) => ({
      file: 'unshare',
      args: [...namespace, join(native, 'bin', program), ...args],
      identity: {},
    }),
    own() {},
  };
}

function namespacesWork(native: string): boolean {
  const tried = spawnSync('unshare', [...namespace, join(native, 'bin', 'postgres'), '--version'], {
    encoding: 'utf8',
    timeout: 10_000,
  });
  return tried.status === 0 && tried.stdout.includes('PostgreSQL');
}

function asServiceAccount(native: string, folder: string, owner: number | undefined): Account {
  const accounts = serviceAccounts();
  const found = owner === undefined ? accounts[0] : accounts.find((account) => account.uid === owner);
  if (!found) {
    throw new StartupError(
      'PostgreSQL cannot run as root, and there is no account postgres or nobody: run as an ordinary user, or set DATABASE_URL.',
    );
  }
  const { name, uid, gid } = found;
  if (spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dirname(folder)], { uid, gid, timeout: 10_000 }).status !== 0) {
    throw new StartupError(
      `PostgreSQL cannot run as root, and the account ${name} cannot reach ${dirname(folder)}: set DATA_DIR to a folder below /var/lib, or run as an ordinary user.`,
    );
  }
  const binaries = reachable(native, uid, gid);
  return {
    command: (program, args) => ({ file: join(binaries, 'bin', program), args, identity: { uid, gid } }),
    own: (path) => chownSync(path, uid, gid),
  };
}

function serviceAccounts(): { name: string; uid: number; gid: number }[] {
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  return ['postgres', 'nobody'].flatMap((wanted) =>
    lines
      .filter(([name]) => name === wanted)
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) })),
  );
}

/** Returns a folder of programs that the account can read: the original, or a copy of root's. */
function reachable(native: string, uid: number, gid: number): string {
  const runs = (folder: string): boolean =>
    spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { uid, gid, cwd: '/', timeout: 10_000 }).status === 0;
  if (runs(native)) return native;
  const base = existsSync('/var/lib') ? '/var/lib' : tmpdir();
  const copy = join(base, `goal-postgresql-${statSync(join(native, 'bin', 'postgres')).size}`);
  if (existsSync(copy) && statSync(copy).uid === 0 && runs(copy)) return copy;
  // Copy to a temporary name and rename, so that no process sees half a copy.
  const half = mkdtempSync(`${copy}.`);
  cpSync(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(join(half, 'native'), copy);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return copy;
}

function anotherUser(folder: string): StartupError {
  return new StartupError(
    `The data folder ${folder} belongs to another user: run as that user, or set DATA_DIR to another folder.`,
  );
}
