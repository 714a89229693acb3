import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { codeOf, StartupError } from '../startup-error.ts';

/** How PostgreSQL's programs are run by this user; PostgreSQL refuses to run as root. */
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
 * The account for a data folder: this user; as root a user namespace, where root's own files appear
 * as an ordinary user's; and where namespaces are denied, the account `postgres` or `nobody`. The
 * owner of a folder that exists already decides.
 * @throws StartupError when the folder belongs to another user; and from its functions, where root
 * has no way to run PostgreSQL.
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
  // Which way is open to root shows only when it is tried, and who joins a server that runs needs
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

/** The programs where the account can read them: in place, or as a copy that belongs to root. */
function reachable(native: string, uid: number, gid: number): string {
  const runs = (folder: string): boolean =>
    spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { uid, gid, cwd: '/', timeout: 10_000 }).status === 0;
  if (runs(native)) return native;
  const base = existsSync('/var/lib') ? '/var/lib' : tmpdir();
  const copy = join(base, `goal-postgresql-${statSync(join(native, 'bin', 'postgres')).size}`);
  if (existsSync(copy) && statSync(copy).uid === 0 && runs(copy)) return copy;
  // Copied aside and renamed, so that nobody meets half a copy.
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
