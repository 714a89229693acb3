import { tmpdir } from 'node:os';

import { afterAll, expect, it } from 'vitest';

import { openDatabase, serverName } from '../database.ts';
import { onServer } from '../testing/databases.ts';
import { freshDatabase } from '../testing/index.ts';
import { prepareDatabase, type Prepared } from './prepare-database.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** Prepares a database that lets its user have this many connections. */
async function withLimit(connections: number, instances = 1): Promise<Prepared> {
  const own = await freshDatabase();
  closing.push(own.drop);
  const name = new URL(own.url).pathname.slice(1);
  await onServer(own.url, `ALTER DATABASE "${name}" CONNECTION LIMIT ${connections}`);
  return prepareDatabase({ databaseUrl: own.url, dataDir: tmpdir(), instances });
}

it('pools have all of their connections where the server has them', async () => {
  for (const [limit, instances] of [
    [-1, 1],
    [47, 1],
    [89, 2],
  ] as const)
    expect(await withLimit(limit, instances)).toMatchObject({ connections: 40, fewConnections: undefined });
});

it('pools shrink to what the server has, for each process, and the start says so', async () => {
  for (const [limit, instances, connections, who] of [
    [46, 1, 39, 'its pools have 39'],
    [20, 1, 13, 'its pools have 13'],
    [17, 1, 12, 'its pools have 12'],
    [50, 2, 20, 'the pools of each of 2 processes have 20'],
  ] as const) {
    const { fewConnections, ...prepared } = await withLimit(limit, instances);
    expect(prepared).toMatchObject({ connections });
    expect(fewConnections).toMatch(
      new RegExp(
        `allows ${limit} connections: ${who} in place of 40, so bursts wait longer\\. For all of them set max_connections to ${instances === 1 ? 50 : 92} or more,`,
      ),
    );
  }
});

it('pools are refused in a sentence where they do not fit at their smallest', async () => {
  await expect(withLimit(16)).rejects.toThrow(
    /allows 16 connections, and the service needs 17 at least: set its max_connections to 50 or more, or raise the limit of the user, the database or the pooler\.$/,
  );
  await expect(withLimit(30, 2)).rejects.toThrow(
    /allows 30 connections, and INSTANCES=2 needs 31 at least: set its max_connections to 92 or more, or .*, or set INSTANCES to fewer\.$/,
  );
});

it('pools leave room for another server that works on the database', async () => {
  const own = await freshDatabase();
  closing.push(own.drop);
  await onServer(own.url, `ALTER DATABASE "${new URL(own.url).pathname.slice(1)}" CONNECTION LIMIT 50`);
  const other = openDatabase({ url: own.url, name: 'goal (test)', sizes: { work: 1 } });
  closing.push(() => other.close());
  await other.work.query(`INSERT INTO instance (id, kind, version) VALUES (gen_random_uuid(), 'server', '1')`);
  const prepare = () => prepareDatabase({ databaseUrl: own.url, dataDir: tmpdir(), instances: 1 });
  // One that was killed a moment ago.
  expect(await prepare()).toMatchObject({ connections: 40 });
  const server = openDatabase({ url: own.url, name: serverName, sizes: { work: 1 } });
  closing.push(() => server.close());
  await server.work.query('SELECT 1');
  expect(await prepare()).toMatchObject({ connections: 20 });
});
