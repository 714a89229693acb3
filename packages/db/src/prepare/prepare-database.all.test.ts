import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDatabase } from '../database.ts';
import { StartupError } from '../startup-error.ts';
import { emptyDatabase, freshDatabase, serverOf } from '../testing/index.ts';
import { checkDatabase } from './checks.ts';
import { explainedStart, isReady, prepareDatabase } from './prepare-database.ts';

let database: { url: string; drop: () => Promise<void> };
let base: string;
const closing: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  base = mkdtempSync(join(tmpdir(), 'goal-prepare-'));
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await database.drop();
  rmSync(base, { recursive: true, force: true });
});

/** Returns the message that refuses a start on this DATABASE_URL. */
async function refusal(databaseUrl: string): Promise<string> {
  try {
    await prepareDatabase({ databaseUrl, dataDir: base });
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  throw new Error('It started.');
}

function changed(change: (url: URL) => void): string {
  const url = new URL(database.url);
  change(url);
  return url.href;
}

async function sql(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => void server.close());
  return (server.address() as AddressInfo).port; // a server on a TCP port has no other kind of address
}

it('starts the embedded database in the data folder, migrates it, and is ready', async () => {
  const dataDir = join(base, 'data');
  const prepared = await prepareDatabase({ dataDir });
  const db = openDatabase({ url: prepared.url });
  try {
    expect(prepared.embedded).toBe(true);
    expect(prepared.applied.length).toBeGreaterThan(0);
    expect(await db.prisma.plan.count()).toBe(4);
    expect(await isReady(db)).toBe(true);
  } finally {
    await db.close();
    await prepared.release();
  }
  const away = openDatabase({ url: prepared.url });
  expect(await isReady(away)).toBe(false);
  await away.close();
});

it('uses the server of DATABASE_URL, and is not ready before its migrations are applied', async () => {
  const empty = await emptyDatabase();
  closing.push(empty.drop);
  const db = openDatabase({ url: empty.url });
  closing.push(() => db.close());
  expect(await isReady(db)).toBe(false);
  const prepared = await prepareDatabase({ databaseUrl: empty.url, dataDir: base });
  expect(prepared.embedded).toBe(false);
  expect(await isReady(db)).toBe(true);
  await prepared.release();
  expect(await isReady(db)).toBe(true);
});

it('says what to do about a DATABASE_URL that is no address, without repeating it', async () => {
  for (const url of [
    'nonsense',
    'mysql://goal:secret@127.0.0.1/goal',
    'postgresql://goal:se/cr#et@127.0.0.1:54x/goal',
  ]) {
    const sentence = await refusal(url);
    expect(sentence).toMatch(/^DATABASE_URL is not the address of a PostgreSQL database: it has the form/);
    expect(sentence).not.toMatch(/secret|se\/cr/);
  }
  expect(await refusal(changed((url) => url.searchParams.set('sslrootcert', '/no/such/file')))).toMatch(
    /^DATABASE_URL names a file that cannot be read, or a parameter has no such value \(ENOENT\)/,
  );
});

it('says what to do about a wrong password and a missing database, without the password', async () => {
  const wrong = await refusal(changed((url) => (url.password = 'wrong-secret')));
  expect(wrong).toMatch(/does not let the user ".+" in: correct user and password in DATABASE_URL\.$/);
  expect(wrong).not.toContain('wrong-secret');
  const missing = await refusal(changed((url) => (url.pathname = '/no_such')));
  expect(missing).toMatch(
    /has no database "no_such": make it with CREATE DATABASE "no_such" TEMPLATE template0 .*; or correct DATABASE_URL\.$/,
  );
  expect(missing).not.toContain(new URL(database.url).password || 'no password');
});

it('says within seconds what to do about a server that does not exist or does not answer', async () => {
  const closed = createServer();
  const port = await listen(closed);
  closed.close();
  expect(await refusal(`postgresql://goal:secret@127.0.0.1:${port}/goal`)).toBe(
    `No PostgreSQL server answers at 127.0.0.1:${port} (ECONNREFUSED): start it, or correct DATABASE_URL.`,
  );
  const silent = await listen(createServer((socket) => void socket.on('error', () => {})));
  expect(await refusal(`postgresql://goal:secret@127.0.0.1:${silent}/goal`)).toMatch(
    /^No PostgreSQL server answers at .* \(timed out\)/,
  );
  expect(await refusal('postgresql://goal:secret@no-such-host.invalid/goal')).toMatch(
    /^No PostgreSQL server answers at no-such-host\.invalid:5432 \((ENOTFOUND|EAI_AGAIN)\)/,
  );
});

it('refuses a database that is not UTF-8, and one whose lower() leaves «Ä» alone, with a CREATE DATABASE line that does', async () => {
  const maintenance = changed((url) => (url.pathname = '/postgres'));
  for (const [name, ending, reason] of [
    ['goal_test_ascii', `ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'`, 'has a locale that lower-cases ASCII only'],
    ['goal_test_latin', `ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`, 'is encoded in LATIN1'],
  ] as const) {
    await sql(maintenance, `DROP DATABASE IF EXISTS ${name}`, `CREATE DATABASE ${name} TEMPLATE template0 ${ending}`);
    closing.push(() => sql(maintenance, `DROP DATABASE ${name}`));
    const sentence = await refusal(changed((url) => (url.pathname = `/${name}`)));
    expect(sentence).toContain(reason);
    const line = /make another one with (CREATE DATABASE .*); and set DATABASE_URL to it\.$/.exec(sentence)?.[1] ?? '';
    await sql(maintenance, `DROP DATABASE IF EXISTS ${name}_utf8`, line);
    closing.push(() => sql(maintenance, `DROP DATABASE ${name}_utf8`));
    const prepared = await prepareDatabase({
      databaseUrl: changed((url) => (url.pathname = `/${name}_utf8`)),
      dataDir: base,
    });
    await prepared.release();
  }
});

it('refuses a server older than 15, and a standby', async () => {
  const target = { url: '', server: 'db:5432', user: 'goal', database: 'goal' };
  const facts = { version: 140_010, name: '14.10', encoding: 'UTF8', standby: false };
  // Tests have no such servers, so this fakes their answers.
  const answering = (row: object) => ({ query: async <Row extends object>() => ({ rows: [row as Row] }) });
  await expect(checkDatabase(answering(facts), target)).rejects.toThrow('is 14.10, and 15 is the oldest that serves');
  await expect(checkDatabase(answering({ ...facts, version: 150_000, standby: true }), target)).rejects.toThrow(
    'is a standby and takes no writes',
  );
});

it('refuses a user that may not create tables, and says how to permit it', async () => {
  const empty = await emptyDatabase();
  const name = new URL(empty.url).pathname.slice(1);
  const role = 'goal_test_guest';
  await sql(empty.url, `DROP ROLE IF EXISTS ${role}`, `CREATE ROLE ${role} LOGIN PASSWORD 'guest'`);
  closing.push(() => sql(database.url, `DROP ROLE ${role}`), empty.drop);
  const guest = new URL(empty.url);
  guest.username = role;
  guest.password = 'guest';
  expect(await refusal(guest.href)).toMatch(
    new RegExp(`make it the owner with ALTER DATABASE "${name}" OWNER TO "${role}"\\.$`),
  );
});

it('serves behind a pooler that drops the options of a connection, and with options of its own in DATABASE_URL', async () => {
  const target = serverOf(database.url);
  const relay = createServer((socket) => {
    const server = connect(target);
    for (const end of [socket, server]) end.on('error', () => {});
    socket.once('data', (start) => {
      server.write(withoutOptions(start));
      socket.pipe(server).pipe(socket);
    });
  });
  const relayPort = await listen(relay);
  for (const url of [
    changed((one) => Object.assign(one, { host: `127.0.0.1:${relayPort}` })),
    changed((one) => one.searchParams.set('options', '-c default_transaction_read_only=on -c enable_sort=on')),
    changed((one) => one.searchParams.set('statement_timeout', '1')),
  ]) {
    const prepared = await prepareDatabase({ databaseUrl: url, dataDir: base });
    const db = openDatabase({ url: prepared.url, sizes: { pages: 1 } });
    const { rows } = await db.pages.query(
      `SELECT current_setting('enable_sort') AS sort, current_setting('statement_timeout') AS limit`,
    );
    expect(rows).toEqual([{ sort: 'off', limit: '1900ms' }]);
    await db.close();
  }
});

it('says in a sentence that the database went away or answered too late in any later part of the start', async () => {
  for (const words of ['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout'])
    await expect(explainedStart(database.url, () => Promise.reject(new Error(words)))).rejects.toThrow(
      /^The PostgreSQL server at .+ went away during the start: try again when it is up\.$/,
    );
});

/** Returns a startup message (length, protocol, names and values) as a pooler forwards it. */
function withoutOptions(start: Buffer): Buffer {
  const words = start.subarray(8).toString().split('\0');
  const at = words.indexOf('options');
  if (at >= 0) words.splice(at, 2);
  const rest = Buffer.from(words.join('\0'));
  const head = Buffer.from(start.subarray(0, 8));
  head.writeInt32BE(rest.length + 8, 0);
  return Buffer.concat([head, rest]);
}
