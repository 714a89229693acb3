import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeBackup } from './backup/write-backup.ts';
import { Client } from './client.ts';
import { isUnavailable } from './faults.ts';
import { migrate } from './migrate/migrate.ts';
import { prepareDatabase } from './prepare/prepare-database.ts';
import { parseDatabaseUrl } from './prepare/server.ts';
import { addressesOf, NoPrimaryError, parameterOf, PrimaryFinder, shownHosts, StandbyError } from './primary.ts';
import { StartupError } from './startup-error.ts';
import { freshDatabase, openPatientDatabase, until } from './testing/index.ts';

describe('an address with several hosts', () => {
  it.each([
    ['postgresql://u:p@one:5432,two:5433/db', 'one:5432, two:5433'],
    ['postgres://u:p@one,two,three:6000/db?sslmode=disable', 'one:5432, two:5432, three:6000'],
    ['postgresql://u:a,b@one:1,two:2/db', 'one:1, two:2'],
    ['postgresql://u:p%40@[::1]:5432,10.0.0.2/db', '::1:5432, 10.0.0.2:5432'],
    ['postgresql://u:p@%2Frun%2Fpg:6000,two/db', '/run/pg:6000, two:5432'],
    ['postgresql://u:p@one/a,b', 'one:5432'],
    ['postgresql://u:p@one/db?application_name=a,b@c', 'one:5432'],
  ])('is one address for each of its hosts: %s', (url, hosts) => {
    expect(shownHosts(url)).toBe(hosts);
    for (const address of addressesOf(url)) expect(new URL(address).username).toBe('u');
    expect(parseDatabaseUrl(url)).toMatchObject({ server: hosts, user: 'u' });
  });

  it('has the parameters of all its hosts', () => {
    const url = 'postgresql://u:p@one:1,two:2/db?require_auth=scram-sha-256&schema=';
    expect(parameterOf(url, 'require_auth')).toBe('scram-sha-256');
    expect([parameterOf(url, 'schema'), parameterOf(url, 'options'), parameterOf('nonsense', 'host')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['postgresql://u:correct-horse@one,two:54x/db', 'is not the address of a PostgreSQL database'],
    ['postgresql://u:correct-horse@one,/db', 'is not the address of a PostgreSQL database'],
    ['postgresql://one,,two/db?password=correct-horse', 'names several hosts in a form'],
    ['postgresql://u:correct-horse@one,two/db?host=three', 'names several hosts in a form'],
    ['postgresql:///db?host=one,two&password=correct-horse', 'names several hosts in a form'],
  ])('is refused in a form that is not understood, without its password: %s', (url, reason) => {
    const refused = (): unknown => parseDatabaseUrl(url);
    expect(refused).toThrow(StartupError);
    expect(refused).toThrow(`DATABASE_URL ${reason}`);
    expect(refused).not.toThrow('correct-horse');
  });
});

/** A finder whose hosts answer as given: a timeline, or an error. */
function finderOf(answers: Record<string, string | Error | Promise<string>>): {
  finder: PrimaryFinder;
  asked: string[];
} {
  const asked: string[] = [];
  const [first = '', ...others] = Object.keys(answers).map((host) => `postgresql://u:p@${host}/db`);
  const finder = new PrimaryFinder([first, ...others], async (address) => {
    const host = new URL(address).hostname;
    asked.push(host);
    const answer = await answers[host];
    if (typeof answer === 'string') return answer;
    throw answer ?? new Error('an unknown host');
  });
  return { finder, asked };
}

describe('the search for the primary', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

  it('takes the host that is a primary, whatever its place', async () => {
    const { finder } = finderOf({ one: away, two: new StandbyError(), three: '00000001' });
    expect(await finder.find()).toEqual({ host: 'three', port: 5432 });
  });

  it('takes the highest of several timelines: the former primary was started again', async () => {
    const late = new Promise<string>((resolve) => setTimeout(resolve, 20, '0000000A'));
    const { finder } = finderOf({ one: '00000009', two: late, three: '00000009' });
    expect(await finder.find()).toMatchObject({ host: 'two' });
  });

  it('is not kept by a host that never answers', async () => {
    const { finder } = finderOf({ one: new Promise<string>(() => {}), two: '00000001' });
    expect(await finder.find()).toMatchObject({ host: 'two' });
  });

  it('asks once for all who wait, and again only after a doubt about the host that it found', async () => {
    const { finder, asked } = finderOf({ one: '00000001', two: new StandbyError() });
    const [host] = await Promise.all([finder.find(), finder.find()]);
    await finder.find();
    expect(asked).toEqual(['one', 'two']);
    finder.doubt({ ...host });
    await finder.find();
    expect(asked).toHaveLength(2);
    finder.doubt(host);
    await finder.find();
    expect(asked).toHaveLength(4);
  });

  it('says of each host why it is no primary, and counts as an unreachable database', async () => {
    const { finder } = finderOf({ one: away, two: new StandbyError() });
    const error: unknown = await finder.find().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NoPrimaryError);
    expect(error).toMatchObject({
      message:
        'no host of DATABASE_URL is a primary: one:5432: connect ECONNREFUSED; two:5432: a standby, which takes no writes',
    });
    expect(isUnavailable(error)).toBe(true);
    expect(isUnavailable(new StandbyError())).toBe(true);
    await expect(finder.find()).rejects.toBeInstanceOf(NoPrimaryError);
  });
});

describe('a database behind two hosts, of which the first is away', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let url: string;
  beforeAll(async () => {
    database = await freshDatabase();
    const [, before = '', host = '', behind = ''] = /^(.*@)([^/]*)(\/.*)$/.exec(database.url) ?? [];
    url = `${before}127.0.0.1:1,${host}${behind}`;
  });
  afterAll(() => database.drop());

  it('serves everything that connects', async () => {
    const db = openPatientDatabase({ url });
    const backup = writeBackup(url, { program: 'test' });
    try {
      expect((await db.work.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      expect(await db.prisma.plan.count()).toBe(4);
      expect(await migrate(url)).toEqual({ applied: [] });
      expect((await backup.next()).value).toBeInstanceOf(Buffer);
      let isOpen = false;
      const channel = db.channel({ channel: 'quiet', onMessage() {}, onOpen: () => (isOpen = true) });
      channel.open();
      await until(() => isOpen);
      await channel.close();
      const prepared = await prepareDatabase({ databaseUrl: url, dataDir: 'unused' });
      expect(prepared).toMatchObject({ url, embedded: false });
    } finally {
      await backup.return({ taken_at: '', migration: '', tables: 0, rows: 0, bytes: 0 });
      await db.close();
    }
  });

  it('is refused at the start with what each host said, when no host is a primary', async () => {
    const [none] = addressesOf(url);
    const refused = prepareDatabase({
      databaseUrl: none.replace('127.0.0.1:1', '127.0.0.1:1,127.0.0.1:2'),
      dataDir: 'unused',
    });
    await expect(refused).rejects.toThrow(
      'No PostgreSQL server of DATABASE_URL is a primary (127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1; 127.0.0.1:2: connect ECONNREFUSED 127.0.0.1:2): start or promote one, or correct DATABASE_URL.',
    );
  });

  it('is connected to in the time that a caller has, even when no host answers', async () => {
    const silent = new Client({
      connectionString: 'postgresql://u:p@192.0.2.1,192.0.2.2/db',
      connectionTimeoutMillis: 50,
    });
    await expect(silent.connect()).rejects.toSatisfy(isUnavailable);
  });
});
