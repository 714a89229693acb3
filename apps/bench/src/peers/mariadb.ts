import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { StartupError } from '@goal/db';

import type { SentEvent } from '../world/events.ts';
import { fetchedClient } from './fetched.ts';
import { missingWord, type Asked, type Peer } from './peer.ts';

const run = promisify(execFile);
const program = '/usr/sbin/mariadbd';
const startMs = 60_000;

/**
 * The two tables of WP Activity Log with their columns and indexes, as its version 5 creates them:
 * each event is an occurrence, and what it tells is rows of names and values.
 */
const tables = [
  `CREATE TABLE wsal_occurrences (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, site_id bigint NOT NULL, alert_id bigint NOT NULL,
    created_on double NOT NULL, client_ip varchar(255) NOT NULL, severity varchar(255) NOT NULL, object varchar(255) NOT NULL,
    event_type varchar(255) NOT NULL, user_agent varchar(255) NOT NULL, user_roles varchar(255) NOT NULL, username varchar(255),
    user_id bigint, session_id varchar(255) NOT NULL, post_status varchar(255) NOT NULL, post_type varchar(255) NOT NULL,
    post_id bigint NOT NULL, KEY site_alert_created (site_id, alert_id, created_on), KEY created_on (created_on))`,
  `CREATE TABLE wsal_metadata (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, occurrence_id bigint NOT NULL, name varchar(100) NOT NULL,
    value longtext NOT NULL, KEY occurrence_name (occurrence_id, name), KEY name_value (name, value(64)))`,
];
const columns =
  'site_id, alert_id, created_on, client_ip, severity, object, event_type, user_agent, user_roles, username, user_id, session_id, post_status, post_type, post_id';

/** The part of the client's interface that is used here. */
type Pool = { query: <Rows>(text: string, values?: readonly unknown[]) => Promise<Rows>; end: () => Promise<void> };
type Client = { createPool: (options: object) => Pool };

/** Files with the same events, in the text format of COPY, which LOAD DATA reads as well. */
export type Files = { occurrences: string; metadata: string; events: number };

/**
 * The plugin's own store on MariaDB: as durable as PostgreSQL is by itself, and with a gigabyte of
 * memory. Throws `StartupError` if the server is not installed.
 */
export async function openMariaDb(
  dataDir: string,
  asked: Asked,
  files: Files,
  closing: (() => unknown)[],
): Promise<Peer> {
  if (!existsSync(program))
    throw new StartupError(
      `${program} is missing. This installs it: sudo apt-get install -y --no-install-recommends mariadb-server`,
    );
  const client = (await fetchedClient(path.join(dataDir, 'npm'))) as Client; // The type is that of its documentation.
  const pool = await start(path.join(dataDir, 'mariadb'), client, closing);
  for (const text of tables) await pool.query(text);
  await pool.query(`LOAD DATA INFILE '${files.occurrences}' INTO TABLE wsal_occurrences (id, ${columns})`);
  await pool.query(`LOAD DATA INFILE '${files.metadata}' INTO TABLE wsal_metadata (occurrence_id, name, value)`);
  for (const table of ['wsal_occurrences', 'wsal_metadata']) await pool.query(`ANALYZE TABLE ${table}`);
  return {
    name: 'WP Activity Log’s tables on MariaDB',
    reader: readerOf(pool, asked),
    store: (site, events) => store(pool, site, events),
    async bytesPerEvent() {
      const [sizes] = await pool.query<{ bytes: number }[]>(
        `SELECT sum(data_length + index_length) AS bytes FROM information_schema.tables WHERE table_schema = 'activity'`,
      );
      return Number(sizes?.bytes) / files.events;
    },
  };
}

async function start(folder: string, client: Client, closing: (() => unknown)[]): Promise<Pool> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The path of a socket has at most 107 bytes.
  const own = mkdtempSync(path.join(tmpdir(), 'goal-peers-'));
  closing.unshift(() => rmSync(own, { recursive: true, force: true }));
  const socket = path.join(own, 'socket');
  // MariaDB's script of installation takes no path with a space.
  const data = path.join(own, 'data');
  symlinkSync(folder, data);
  const common = ['--no-defaults', `--datadir=${data}`, ...(process.getuid?.() === 0 ? ['--user=root'] : [])];
  await run('mariadb-install-db', [...common, '--auth-root-authentication-method=normal', '--skip-test-db'], {
    cwd: own,
    timeout: startMs,
  });
  const memory = ['--innodb-buffer-pool-size=1G', '--innodb-log-file-size=512M'];
  const args = [...common, ...memory, `--socket=${socket}`, '--skip-networking'];
  const server = spawn(program, args, { cwd: own, stdio: 'ignore' });
  closing.unshift(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const options = { socketPath: socket, user: 'root', bigIntAsNumber: true };
  const first = client.createPool({ ...options, connectionLimit: 1, acquireTimeout: 1000 });
  for (const deadline = performance.now() + startMs; ; await sleep(100)) {
    try {
      await first.query('CREATE DATABASE activity');
      break;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
  await first.end();
  // Filling takes longer than the client waits by itself.
  const pool = client.createPool({ ...options, database: 'activity', connectionLimit: 32, socketTimeout: 600_000 });
  closing.unshift(() => pool.end());
  return pool;
}

type Occurrence = { id: number };

function readerOf(pool: Pool, { site, group, deepOffset, deepSize, code, from, to }: Asked): Peer['reader'] {
  /** A page of occurrences, and what they tell: the plugin asks the second table for it. */
  const page = async (where: string, values: readonly unknown[], limit = 'LIMIT 50'): Promise<number> => {
    const text = `SELECT * FROM wsal_occurrences WHERE ${where} ORDER BY created_on DESC ${limit}`;
    const found = await pool.query<Occurrence[]>(text, values);
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await pool.query('SELECT * FROM wsal_metadata WHERE occurrence_id IN (?)', [ids]);
    return found.length;
  };
  return {
    page: () => page('site_id = ?', [site]),
    group: () => page('site_id IN (?)', [group]),
    deep: () => page('site_id = ?', [site], `LIMIT ${deepSize} OFFSET ${deepOffset}`),
    rare: () => page('site_id = ? AND alert_id = ?', [site, code]),
    word: () =>
      page(`site_id = ? AND id IN (SELECT occurrence_id FROM wsal_metadata WHERE value LIKE ?)`, [
        site,
        `%${missingWord}%`,
      ]),
    async month() {
      const rows = await pool.query<{ n: number }[]>(
        'SELECT severity, count(*) AS n FROM wsal_occurrences WHERE site_id = ? AND created_on BETWEEN ? AND ? GROUP BY severity',
        [site, from.getTime() / 1000, to.getTime() / 1000],
      );
      return rows.reduce((sum, { n }) => sum + Number(n), 0);
    },
  };
}

/** Each event is an occurrence, and what it tells is two rows of the second table. */
async function store(pool: Pool, site: number, events: readonly SentEvent[]): Promise<void> {
  const marks = (rows: number, each: number): string =>
    Array.from({ length: rows }, () => `(${Array.from({ length: each }, () => '?').join()})`).join();
  const rowOf = (event: SentEvent): unknown[] => [
    site,
    event.code,
    Date.parse(event.occurred_at) / 1000,
    '',
    event.severity,
    event.object,
    event.event_type,
    event.user_agent,
    '',
    event.username,
    event.user_id,
    event.session_id,
    event.post_status ?? '',
    event.post_type ?? '',
    event.post_id ?? 0,
  ];
  const { insertId } = await pool.query<{ insertId: number | bigint }>(
    `INSERT INTO wsal_occurrences (${columns}) VALUES ${marks(events.length, 15)}`,
    events.flatMap(rowOf),
  );
  const first = Number(insertId);
  await pool.query(
    `INSERT INTO wsal_metadata (occurrence_id, name, value) VALUES ${marks(events.length * 2, 3)}`,
    events.flatMap((event, nth) => [first + nth, 'Message', event.message, first + nth, 'Id', event.event_uuid]),
  );
}
