import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { accountFor } from '../embedded/account.ts';
import { nativeFolder } from '../embedded/binaries.ts';
import { openFolder, programEnvironment, type Folder } from '../embedded/cluster.ts';
import { startPostmaster } from '../embedded/postmaster.ts';
import { databaseName, serviceRole } from '../embedded/service-role.ts';
import { copyFilledFolder, copyFolder, noDurability, scratchFolder } from './folders.ts';
import { freePort } from './free-port.ts';
import { until } from './waiting.ts';

/** Two PostgreSQL servers on ports of 127.0.0.1: a primary and its synchronous standby. */
export type Pair = {
  /** The address of the database with both hosts; that of the first standby comes first. */
  url: string;
  /** The server that takes writes. */
  readonly primary: Node;
  readonly standby: Node;
  /** Ends the primary at once, with all of its processes, as a power failure does. */
  killPrimary(): void;
  /** Makes the standby the primary, which then waits for no standby. */
  promote(): Promise<void>;
  /** Stops the replication: the primary waits for no standby, and goes on without it. */
  cutOff(): Promise<void>;
  /** Copies the primary beside its work, and starts the copy as its synchronous standby. */
  rebuild(): Promise<void>;
  /** Ends the standby, and puts a copy of the primary in its place, which is not started. */
  backUp(): Promise<void>;
  /**
   * Ends the primary once its log is archived, and starts the copy of `backUp` as the primary, with
   * what the archive holds up to this place of the log.
   */
  restoreUntil(lsn: string): Promise<void>;
  close(): Promise<void>;
};

/** One of the two servers. */
export type Node = {
  /** The address of the database there. */
  url: string;
  /** Runs a statement as the superuser. */
  asSuperuser(statement: string): Promise<Record<string, unknown>[]>;
};

const settings = {
  ...noDurability,
  // A commit waits for the standby.
  synchronous_commit: 'on',
  shared_buffers: '64MB',
  wal_keep_size: '256MB',
  // A standby whose primary has just died may take as long before it notices that it is promoted.
  wal_retrieve_retry_interval: '500ms',
};

/** The superuser of embedded databases, which may not log in there. */
const superuser = 'goal';

/**
 * Makes the pair from the template of filled data folders, in about two seconds. With `isArchived`
 * the primary keeps its log in an archive, which `restoreUntil` needs.
 */
export async function openPair({ isArchived = false } = {}): Promise<Pair> {
  const scratch = [scratchFolder(), scratchFolder()] as const;
  copyFilledFolder(scratch[0].path);
  letSuperuserIn(openFolder(scratch[0].path));
  copyFolder(scratch[0].path, scratch[1].path);
  const nodes = [await nodeIn(scratch[0].path), await nodeIn(scratch[1].path)] as const;
  let [primary, standby] = nodes;
  const waitForStandby = async (): Promise<void> => {
    await primary.asSuperuser(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await primary.asSuperuser('SELECT pg_reload_conf()');
    await until(async () => {
      const states = await primary.asSuperuser('SELECT sync_state FROM pg_stat_replication');
      return states.some(({ sync_state: state }) => state === 'sync');
    });
  };
  await primary.start(isArchived ? archiving(scratch[0].path) : {});
  await standby.start(following(primary));
  await waitForStandby();
  const waitForNobody = async (): Promise<void> => {
    await primary.asSuperuser('ALTER SYSTEM RESET synchronous_standby_names');
    await primary.asSuperuser('SELECT pg_reload_conf()');
    await until(async () => {
      const [row] = await primary.asSuperuser('SHOW synchronous_standby_names');
      return row?.['synchronous_standby_names'] === '';
    });
  };
  return {
    url: primary.url.replace(/@/, `@127.0.0.1:${standby.port},`),
    get primary() {
      return primary;
    },
    get standby() {
      return standby;
    },
    killPrimary: () => primary.kill(),
    async promote() {
      [primary, standby] = [standby, primary];
      await primary.asSuperuser('SELECT pg_promote()');
      await primary.asSuperuser('ALTER SYSTEM RESET synchronous_standby_names');
      await primary.asSuperuser('SELECT pg_reload_conf()');
    },
    async cutOff() {
      await waitForNobody();
      for (const { pid } of await primary.asSuperuser('SELECT pid FROM pg_stat_replication'))
        process.kill(Number(pid), 'SIGSTOP');
    },
    async rebuild() {
      await primary.copyTo(standby);
      await standby.start(following(primary));
      await waitForStandby();
    },
    async backUp() {
      await waitForNobody();
      standby.kill();
      await primary.copyTo(standby);
    },
    async restoreUntil(lsn) {
      const [row] = await primary.asSuperuser('SELECT pg_walfile_name(pg_current_wal_lsn()) AS file, pg_switch_wal()');
      await until(async () => {
        const [archived] = await primary.asSuperuser('SELECT last_archived_wal AS file FROM pg_stat_archiver');
        return String(archived?.['file']) >= String(row?.['file']);
      });
      primary.kill();
      [primary, standby] = [standby, primary];
      await primary.start(recovering(scratch[0].path, lsn));
      await until(async () => {
        const [state] = await primary.asSuperuser('SELECT pg_is_in_recovery() AS still');
        return state?.['still'] === false;
      });
    },
    async close() {
      for (const node of nodes) node.kill();
      for (const { remove } of scratch) remove();
    },
  };
}

type Server = Node & {
  port: number;
  start(role?: Role): Promise<void>;
  copyTo(other: Server): Promise<void>;
  folder: Folder;
  kill(): void;
};

/** As what a server starts, if not as a primary: the file that says so, and its settings. */
type Role = { signal?: 'standby' | 'recovery'; more?: Record<string, string> };

const following = ({ port }: Server): Role => ({
  signal: 'standby',
  more: { primary_conninfo: `host=127.0.0.1 port=${port} user=${superuser}` },
});

const archiving = (path: string): Role => ({
  more: { archive_mode: 'on', archive_command: `cp %p ${archiveIn(path)}/%f` },
});

const recovering = (path: string, lsn: string): Role => ({
  signal: 'recovery',
  more: {
    restore_command: `cp ${archiveIn(path)}/%f %p`,
    recovery_target_lsn: lsn,
    recovery_target_action: 'promote',
  },
});

const archiveIn = (path: string): string => join(path, 'archive');

async function nodeIn(dataDir: string): Promise<Server> {
  const folder = openFolder(dataDir);
  const account = accountFor(nativeFolder(), folder.data);
  const port = await freePort();
  const password = readFileSync(folder.password, 'utf8');
  let pid: number | undefined;
  const connected = async (): Promise<pg.Client> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: superuser, database: databaseName });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const server: Server = {
    url: `postgresql://${serviceRole}:${password}@127.0.0.1:${port}/${databaseName}?require_auth=scram-sha-256`,
    port,
    folder,
    async asSuperuser(statement) {
      const client = await connected();
      try {
        const { rows } = await client.query<Record<string, unknown>>(statement);
        return rows;
      } finally {
        await client.end();
      }
    },
    async start({ signal, more } = {}) {
      rmSync(join(folder.data, 'standby.signal'), { force: true });
      if (signal !== undefined) {
        const file = join(folder.data, `${signal}.signal`);
        writeFileSync(file, '');
        account.own(file);
      }
      if (more?.['archive_mode'] === 'on') {
        mkdirSync(archiveIn(dataDir));
        account.own(archiveIn(dataDir));
      }
      // The archive has the log.
      if (signal === 'recovery')
        for (const name of readdirSync(join(folder.data, 'pg_wal')))
          if (/^[0-9A-F]{24}/.test(name)) rmSync(join(folder.data, 'pg_wal', name));
      ({ pid } = await startPostmaster(folder, account, { ...settings, ...more }, port));
      await until(() =>
        server.asSuperuser('SELECT').then(
          () => true,
          () => false,
        ),
      );
    },
    async copyTo(other) {
      const session = await connected();
      try {
        await session.query(`SELECT pg_backup_start('a copy', true)`);
        rmSync(other.folder.data, { recursive: true, force: true });
        cpSync(folder.base, other.folder.base, {
          recursive: true,
          preserveTimestamps: true,
          filter: (source) => !/postmaster\.(pid|opts)$|\/pg_replslot\/|\/goal\.port$/.test(source),
        });
        const { rows } = await session.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
        writeFileSync(join(other.folder.data, 'backup_label'), rows[0]?.labelfile ?? '');
        execFileSync('chown', ['-R', `--reference=${folder.data}`, other.folder.data]);
      } finally {
        await session.end();
      }
    },
    kill() {
      if (pid === undefined) return;
      const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout;
      for (const one of [pid, ...children.split('\n').filter(Boolean).map(Number)]) {
        try {
          process.kill(one, 'SIGKILL');
        } catch {
          // It has ended already.
        }
      }
      pid = undefined;
    },
  };
  return server;
}

/** Lets the superuser in over this machine's ports, also for replication, without a password. */
function letSuperuserIn(folder: Folder): void {
  const file = join(folder.data, 'pg_hba.conf');
  const lines = ['all', 'replication'].map((what) => `host ${what} ${superuser} 127.0.0.1/32 trust`);
  writeFileSync(file, `${lines.join('\n')}\n${readFileSync(file, 'utf8')}`);
  const {
    file: program,
    args,
    identity,
  } = accountFor(nativeFolder(), folder.data).command('postgres', [
    '--single',
    '-D',
    folder.data,
    '-c',
    'fsync=off',
    databaseName,
  ]);
  execFileSync(program, args, {
    ...identity,
    cwd: '/',
    env: programEnvironment(),
    input: `ALTER ROLE ${superuser} LOGIN\n`,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}
