import { afterEach, describe, expect, it } from 'vitest';

import { writeBackup } from './backup/write-backup.ts';
import { Client } from './client.ts';
import { openDatabase } from './database.ts';
import { isUnavailable } from './faults.ts';
import { migrate } from './migrate/migrate.ts';
import { connect, parseDatabaseUrl } from './prepare/server.ts';
import { openImpostor, tricks, type Impostor, type Trick } from './testing/impostor.ts';
import { until } from './testing/index.ts';

const password = 'correct-horse-battery';
let impostor: Impostor | undefined;
afterEach(() => impostor?.close());

/** An impostor on a port, and the address that the embedded database would have there. */
async function meet(trick: Trick, query = '?require_auth=scram-sha-256'): Promise<string> {
  impostor = await openImpostor(trick);
  return `postgresql://goal_service:${password}@127.0.0.1:${impostor.port}/goal${query}`;
}

/**
 * Every way in which this package connects. All reject except the last, which never fails and
 * retries later.
 */
const ways: Record<string, (url: string) => Promise<unknown>> = {
  'a client': (url) => new Client({ connectionString: url }).connect(),
  'a pool': (url) => withDatabase(url, (db) => db.work.query('SELECT secret_statement')),
  Prisma: (url) => withDatabase(url, (db) => db.prisma.plan.findMany()),
  'a migration': (url) => migrate(url),
  'the check at the start': (url) => connect(parseDatabaseUrl(url)),
  'a backup': (url) => writeBackup(url, { program: 'test' }).next(),
  'a channel': (url) =>
    withDatabase(url, async (db) => {
      const channel = db.channel({ channel: 'quiet', onMessage() {}, onOpen() {} });
      channel.open();
      await until(() => (impostor?.met() ?? 0) > 0);
      await channel.close();
      throw new Error('a channel says nothing');
    }),
};

async function withDatabase<T>(url: string, work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const db = openDatabase({ url });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

describe.each(tricks)('a server that %s', (trick) => {
  it.each(Object.keys(ways))('hears neither the password nor a statement of %s', async (way) => {
    const url = await meet(trick);
    await expect(ways[way]?.(url)).rejects.toBeInstanceOf(Error);
    const heard = impostor?.heard() ?? '';
    expect(heard).toContain('goal_service');
    expect(heard).not.toContain(password);
    expect(heard).not.toMatch(/md5[0-9a-f]{32}|secret_statement|select|listen|begin/i);
  });

  it('counts as an unreachable database', async () => {
    const url = await meet(trick);
    for (const way of ['a client', 'a pool', 'Prisma']) {
      const error: unknown = await ways[way]?.(url).catch((reason: unknown) => reason);
      expect([way, isUnavailable(error), error]).toEqual([way, true, error]);
    }
  });
});

it.each(Object.keys(ways))(
  'a session that ends in the packet that opens it is an error of %s, and ends no process',
  async (way) => {
    const url = await meet('lets everybody in and ends the session', '');
    await expect(ways[way]?.(url)).rejects.toBeInstanceOf(Error);
  },
);

it('a client without require_auth in its address gives its password away, so the impostor of these tests works', async () => {
  const client = new Client({ connectionString: await meet('asks for the password', '') });
  const ended = client.connect().catch(() => {});
  await until(() => impostor?.heard().includes(password) === true);
  await impostor?.close();
  await ended;
});
