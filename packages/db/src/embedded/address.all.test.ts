import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { copyFilledFolder, rowsOf } from '../testing/index.ts';
import { shortPath, takesSockets, throughLink } from './address.ts';
import { openFolder } from './cluster.ts';
import { startEmbedded, type Embedded } from './start-embedded.ts';

let base: string;
const held: Embedded[] = [];
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'goal-address-'));
});
afterEach(async () => {
  for (const one of held.splice(0)) await one.release();
});
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));

async function hold(dataDir: string): Promise<Embedded> {
  const database = await startEmbedded({ dataDir });
  held.push(database);
  return database;
}

async function ask(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(`SELECT inet_server_addr() AS address, current_user AS role`)).rows;
  } finally {
    await client.end();
  }
}

const overSocket = [{ address: null, role: 'goal_service' }];

const signs = `a b, "c" 'd' 100% #1 ?x=y&z @ [e] {f} $HOME \\ ~`;
const beyondAscii = 'Übersicht 監査 🗒';
const tooLong = `${'x'.repeat(120)}/${'ö'.repeat(100)}`;

it.each(
  rowsOf(
    [
      [
        'spaces, punctuation, characters beyond ASCII, and more bytes than a socket address holds',
        join(signs, beyondAscii, tooLong),
      ],
    ],
    [
      ['spaces, commas, quotes and punctuation', signs],
      ['characters beyond ASCII', beyondAscii],
      ['more bytes than a socket address holds', tooLong],
    ],
  ),
)('listens on a socket in a folder whose path has %s', async (_what, name) => {
  const { url } = await hold(join(base, name));
  expect(await ask(url)).toEqual(overSocket);
  // A second hold has a path of its own.
  const again = await hold(join(base, name));
  expect(await ask(again.url)).toEqual(overSocket);
});

it('listens on a socket in a folder that is reached through a link', async () => {
  mkdirSync(join(base, 'real'));
  copyFilledFolder(join(base, 'real'));
  symlinkSync(join(base, 'real'), join(base, 'link'));
  const { url } = await hold(join(base, 'link'));
  expect(await ask(url)).toEqual(overSocket);
  expect((await hold(join(base, 'real'))).url).toBe(url);
});

it('without paths through open files, shortens a long path by a link in a private temporary folder, and deletes both on close', async () => {
  const folder = openFolder(join(base, 'y'.repeat(120)));
  mkdirSync(folder.data, { recursive: true });
  const path = shortPath(folder, [throughLink]);
  if (path === undefined) throw new Error('the temporary folder is too long');
  const made = dirname(dirname(path.data));
  const { mode, uid } = lstatSync(made);
  expect([mode & 0o777, uid]).toEqual([0o700, process.getuid?.()]);
  expect(await takesSockets(path)).toBe(true);
  path.close();
  expect(existsSync(made)).toBe(false);
});

it('finds no short path when every way is too long, and no socket in a folder that takes none', async () => {
  expect(shortPath(openFolder(join(base, 'z'.repeat(120))), [({ data }) => ({ data, close() {} })])).toBeUndefined();
  expect(await takesSockets({ data: '/proc', close() {} })).toBe(false);
});
