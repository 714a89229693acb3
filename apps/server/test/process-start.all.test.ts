import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';

import { distribute, startEmbedded } from '@goal/db';
import { emptyDatabase, freshDatabase, inLongRun, openPatientDatabase, pretendCitus, rowsOf } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freePort, processesOnDatabase, until, untilNoneIn, type StartOptions } from './processes.ts';
import { openRelay } from './processes/relay.ts';

const { processes, databaseUrl } = await processesOnDatabase();

/**
 * Checks a refused start: one or more sentences on standard error, no stack, exit code 1, and no
 * process left.
 */
async function refusal(options: StartOptions): Promise<string> {
  const folder = options.folder ?? processes.folder();
  const { code, signal, stderr } = await processes.refused({ ...options, folder });
  expect({ code, signal }).toEqual({ code: 1, signal: null });
  expect(stderr).not.toMatch(/^ +at /m);
  expect(stderr).toMatch(/\n$/);
  await untilNoneIn(folder);
  return stderr.trimEnd();
}

function changed(url: string, change: (url: URL) => void): string {
  const copy = new URL(url);
  change(copy);
  return copy.href;
}

describe('a refused start explains the cure in a sentence and exits with 1', () => {
  it('all faults of the environment are listed at once, without repeating a value', async () => {
    const said = await refusal({
      env: {
        PORT: '70000-leak',
        BASE_PATH: 'leak/',
        DATABASE_URL: 'mysql://user:leak@127.0.0.1/x',
        LOG_LEVEL: 'leak',
        RETENTION_GRACE_DAYS: '3651-leak',
        REDIS_URL: 'redis://user:leak@127.0.0.1/leak',
      },
    });
    expect(said.split('\n').map((line) => line.split(' must be ')[0])).toEqual([
      'PORT',
      'BASE_PATH',
      'DATABASE_URL',
      'LOG_LEVEL',
      'RETENTION_GRACE_DAYS',
      'REDIS_URL',
    ]);
    expect(said).not.toContain('leak');
  });

  it('a port in use, also with the embedded database, which is released', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port); // a server that listens on TCP
    const sentence = `Port ${port} is in use: stop what listens there, or set PORT to another.`;
    expect(await refusal({ databaseUrl, env: { PORT: port } })).toBe(sentence);
    expect(await refusal({ folder: processes.filledFolder(), env: { PORT: port } })).toBe(sentence);
    taken.close();
  });

  it.each(rowsOf(['no-such-host.invalid'], ['192.0.2.1']))(
    'the HOST %s, which is not an address of this machine',
    async (HOST) => {
      expect(await refusal({ databaseUrl, env: { HOST } })).toBe(`HOST ${HOST} is no address of this machine.`);
    },
  );

  it('a wrong password in DATABASE_URL, which is not repeated', async () => {
    const otherUrl = changed(databaseUrl, (url) => (url.password = 'wrong-leak'));
    const said = await refusal({ databaseUrl: otherUrl });
    expect(said).toMatch(
      /^The PostgreSQL server at \S+:\d+ does not let the user "\w+" in: correct user and password in DATABASE_URL\.$/,
    );
    expect(said).not.toContain('leak');
  });

  it('a server that does not exist, and one that does not answer', async () => {
    const port = String(await freePort());
    expect(await refusal({ databaseUrl: changed(databaseUrl, (url) => (url.host = `127.0.0.1:${port}`)) })).toBe(
      `No PostgreSQL server answers at 127.0.0.1:${port} (ECONNREFUSED): start it, or correct DATABASE_URL.`,
    );
    const relay = await openRelay(databaseUrl);
    await relay.set('silent');
    expect(await refusal({ databaseUrl: relay.url })).toMatch(
      /^No PostgreSQL server answers at 127\.0\.0\.1:\d+ \(timed out\): start it, or correct DATABASE_URL\.$/,
    );
    await relay.close();
  });

  it('a worker of Citus whose role lacks a setting', async () => {
    const own = await freshDatabase();
    await pretendCitus(own.url, [{ port: 5001 }]);
    await distribute(own.url, { isDryRun: false });
    await run(own.url, `UPDATE paper.worker SET settings = settings - 'jit'`);
    expect(await refusal({ databaseUrl: own.url })).toMatch(
      /^The worker worker\.example:5001 lacks settings \(jit\) of the role ".+", without which it chooses slow plans: run "goal migrate --distribute", or on that worker: /,
    );
    await own.drop();
  });

  it('a DATA_DIR that is not writable', async () => {
    const folder = processes.folder();
    writeFileSync(path.join(folder, 'file'), '');
    for (const DATA_DIR of [path.join(folder, 'file', 'data'), '/proc/goal']) {
      expect(await refusal({ folder, env: { DATA_DIR } })).toMatch(
        /^The data folder .+ cannot be written \(E[A-Z]+\): give this user the right to write there, or set DATA_DIR to another folder\.$/,
      );
    }
  });

  inLongRun(() => {
    it('the data folder of another PostgreSQL, and a folder that is no data folder', async () => {
      const folder = processes.folder();
      mkdirSync(path.join(folder, 'postgres'));
      writeFileSync(path.join(folder, 'postgres', 'PG_VERSION'), '17\n');
      expect(await refusal({ folder })).toMatch(
        /is not one that this program made: move it away, or set DATA_DIR to another folder\.$/,
      );
      writeFileSync(path.join(folder, 'postgres', 'goal.password'), 'x');
      expect(await refusal({ folder })).toMatch(
        /was made by PostgreSQL 17, and this program brings PostgreSQL 18: use the program that made it, or set DATA_DIR to another folder\.$/,
      );
    });
  });

  it('a database migrated by a newer version, embedded or not', async () => {
    const newer = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ('newer', '', '29990101000000_newer', now(), 1)`;
    const sentence =
      'This program is older than the database, which has the migration 29990101000000_newer: start the newer program, or one of another database.';
    const own = await freshDatabase();
    await run(own.url, newer);
    expect(await refusal({ databaseUrl: own.url })).toBe(sentence);
    await own.drop();
    const folder = processes.filledFolder();
    const embedded = await startEmbedded({ dataDir: folder });
    await run(embedded.url, newer);
    await embedded.release();
    expect(await refusal({ folder })).toBe(sentence);
  });

  it('a database of another program, and a missing database', async () => {
    const foreign = await emptyDatabase();
    await run(foreign.url, 'CREATE TABLE of_somebody_else (id INT)');
    expect(await refusal({ databaseUrl: foreign.url })).toBe(
      'The database is not empty and not of this program: set DATABASE_URL to an empty database.',
    );
    await foreign.drop();
    const otherUrl = changed(databaseUrl, (url) => (url.pathname = '/no_such_database'));
    expect(await refusal({ databaseUrl: otherUrl })).toMatch(
      /has no database "no_such_database": make it with CREATE DATABASE "no_such_database" TEMPLATE template0 .*; or correct DATABASE_URL\.$/,
    );
  });
});

inLongRun(() => {
  describe("Debian's PostgreSQL 15", () => {
    let server: Debian;
    beforeAll(async () => {
      server = await startDebian(processes.folder());
    });
    afterAll(() => server.stop());

    it.each(
      rowsOf(
        [
          [
            'a locale that knows ASCII only',
            `ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`,
            'has a locale that lower-cases ASCII only, so that a search would miss «Ä»',
          ],
        ],
        [
          [
            'an encoding that is not UTF-8',
            `ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'`,
            'is encoded in LATIN1, and the service needs UTF-8',
          ],
        ],
      ),
    )(
      'R§6.3 is refused with %s, and serves once created with the command that the refusal gives',
      async (_what, options, reason) => {
        const name = `d${String(reason.length)}`;
        await run(server.url('postgres'), `CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
        const said = await refusal({ databaseUrl: server.url(name) });
        expect(said).toContain(
          `The database "${name}" at 127.0.0.1:${server.port} ${reason}: make another one with CREATE DATABASE `,
        );
        const [line = ''] = /CREATE DATABASE [^;]+/.exec(said) ?? [];
        await run(server.url('postgres'), line);
        const good = await processes.start({ databaseUrl: server.url(`${name}_utf8`) });
        expect((await good.end()).code).toBe(0);
      },
    );
  });
});

it('R§3.1 no output line of these starts contains a database password', () => {
  expect(processes.leaks()).toEqual([]);
});

async function run(url: string, statement: string): Promise<void> {
  const db = openPatientDatabase({ url, name: 'goal-test', sizes: { work: 1 } });
  try {
    await db.work.query(statement);
  } finally {
    await db.close();
  }
}

type Debian = { port: number; url: (database: string) => string; stop: () => Promise<void> };

/**
 * Makes a separate server from Debian’s programs, which `npm test` installs if missing, under the
 * account that came with them.
 */
async function startDebian(folder: string): Promise<Debian> {
  const bin = '/usr/lib/postgresql/15/bin';
  const data = path.join(folder, 'debian');
  const port = await freePort();
  const password = 'debian-secret-7d1f';
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password);
  const [uid, gid] = accountOf('postgres');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    // The account must be able to traverse this file’s process folder, and must own its own folder.
    chmodSync(path.dirname(folder), 0o711);
    chownSync(folder, uid, gid);
    chownSync(passwordFile, uid, gid);
  }
  const asPostgres = (program: string, args: string[]): ChildProcess => {
    return spawn(path.join(bin, program), args, {
      ...(isRoot ? { uid, gid } : {}),
      cwd: folder,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
  };
  await exited(
    asPostgres('initdb', ['-D', data, '-U', 'goal', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8']),
  );
  rmSync(passwordFile);
  const settings = { port: String(port), unix_socket_directories: '', fsync: 'off', listen_addresses: '127.0.0.1' };
  const child = asPostgres('postgres', [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const url = (name: string): string => `postgresql://goal:${password}@127.0.0.1:${port}/${name}`;
  await until(() =>
    run(url('postgres'), 'SELECT 1').then(
      () => true,
      () => false,
    ),
  );
  return {
    port,
    url,
    async stop() {
      const ended = exited(child);
      child.kill('SIGINT');
      await ended;
    },
  };
}

function exited(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => child.once('error', reject).once('exit', () => resolve()));
}

function accountOf(name: string): [uid: number, gid: number] {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return [Number(uid), Number(gid)];
}
