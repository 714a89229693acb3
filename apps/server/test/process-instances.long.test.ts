import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startEmbedded, type Database } from '@goal/db';
import { copyFilledFolder, inLongRun, openPatientDatabase, startRedis, type TestRedis } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freshDomain, type Account, type Factory } from './harness/factory.ts';
import { openProcesses, until, type Processes, type ServerProcess } from './processes.ts';
import { flood as floodAll } from './processes/flood.ts';
import { MixedLoad } from './processes/mixed-load.ts';

let processes: Processes;
let redis: TestRedis;
let folder: string;
let database: Awaited<ReturnType<typeof startEmbedded>>;
let servers: ServerProcess[];
let make: Factory;
let db: Database;
let load: MixedLoad;

beforeAll(async () => {
  processes = openProcesses();
  redis = await startRedis();
  processes.secret(redis.password);
  folder = mkdtempSync(path.join(tmpdir(), 'goal-instances-'));
  copyFilledFolder(folder);
  database = await startEmbedded({ dataDir: folder });
  servers = [await start()];
  servers.push(...(await Promise.all([start(), start()])));
  make = await processes.admin(at(0), database.url);
  db = openPatientDatabase({ url: database.url, sizes: { work: 2 } });
  const [account, other] = [await make.makeAccount({ plan: 'agency', reseller: true }), await make.makeAccount()];
  const sites = await Promise.all([account, account, other].map((owner) => make.makeSite(owner)));
  load = new MixedLoad(servers, { account, sites });
});
afterAll(async () => {
  await db.close();
  await processes.end();
  await database.release();
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes /metrics return current values. */
const metricsToken = 'the-token-of-metrics';
const start = () =>
  processes.start({ databaseUrl: database.url, env: { REDIS_URL: redis.url, METRICS_TOKEN: metricsToken } });
function at(place: number): ServerProcess {
  const server = servers[place];
  if (server === undefined) throw new Error(`there is no server ${place}`);
  return server;
}

/** The database process; undefined between two of them. */
function postmaster(): number | undefined {
  try {
    return Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

/** Returns the value of a metric. */
async function figure(server: ServerProcess, name: string): Promise<number> {
  const { text } = await server.call('GET', '/metrics', { root: true, token: metricsToken });
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}
/** Returns the number of requests that the instances limited on their own. */
const judgedAlone = async () => {
  const figures = await Promise.all(servers.map((server) => figure(server, 'goal_redis_judged_alone_total')));
  return figures.reduce((sum, n) => sum + n, 0);
};
const areShared = async (wanted: 0 | 1) =>
  (await Promise.all(servers.map((server) => figure(server, 'goal_redis_up')))).every((up) => up === wanted);

/**
 * Floods these instances with one account key. On a busy machine Redis may be late for a moment,
 * which adds the requests that were limited locally.
 */
async function flood(account: Account, among: readonly ServerProcess[]) {
  const before = await judgedAlone();
  const { granted, least, most } = await floodAll(account, [...among, ...among]);
  const alone = among.length > 1 ? (await judgedAlone()) - before : 0;
  return { granted, least, most: most + alone };
}

/** I§6 R§3.8: concurrent registrations on all instances fill the plan’s quota exactly. */
async function expectCap(): Promise<void> {
  const account = await make.makeAccount({ plan: 'starter' });
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, n) => {
      const domain = freshDomain();
      const body = { domain, site_url: `https://${domain}/` };
      return at(n % servers.length).call('POST', '/account/sites', { token: account.token, body });
    }),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(201), count(409)]).toEqual([5, 4]);
}

/** R§2.5: a key revoked on one instance is refused by every other within a second. */
async function expectRevocation(): Promise<void> {
  const account = await make.makeAccount();
  const ask = () => Promise.all(servers.map((server) => server.call('GET', '/account/me', { token: account.token })));
  expect((await ask()).map(({ status }) => status)).toEqual(servers.map(() => 200));
  (await make.admin('DELETE', `/accounts/${account.id}/keys/${account.prefix}`)).done();
  await sleep(1000);
  for (const answer of await ask()) answer.refused(401, 'invalid token');
}

describe('three instances on one database and one Redis, under mixed load', () => {
  it('R§2.6 R§2.5 they grant exactly the documented rate together; caps and revocations hold', async () => {
    expect(await areShared(1)).toBe(true);
    load.start();
    const { granted, least, most } = await flood(await make.makeAccount(), servers);
    expect(granted).toBeGreaterThanOrEqual(least);
    expect(granted).toBeLessThanOrEqual(most);
    await Promise.all([expectCap(), expectRevocation()]);
  });

  inLongRun(() => {
    it('one is killed: the others continue, caps, rates and revocations hold, and it comes back', async () => {
      await load.moved();
      await at(2).end('SIGKILL');
      servers.pop();
      await Promise.all([expectCap(), expectRevocation(), load.moved()]);
      const { granted, most } = await flood(await make.makeAccount(), servers);
      expect(granted).toBeLessThanOrEqual(most);
      servers.push(await start());
      await load.moved();
    });
  });

  it('R§2.6 Redis is killed: each instance limits alone and reports it, nothing fails; when Redis is back they share again', async () => {
    await redis.kill();
    await until(() => areShared(0));
    const floods = await Promise.all(servers.map(async (server) => flood(await make.makeAccount(), [server])));
    for (const { granted, least, most } of floods) {
      expect(granted).toBeGreaterThanOrEqual(least);
      expect(granted).toBeLessThanOrEqual(most);
    }
    await Promise.all([expectCap(), expectRevocation(), load.moved()]);
    for (const server of servers) expect(await figure(server, 'goal_redis_judged_alone_total')).toBeGreaterThan(0);
    await redis.restart();
    await until(() => areShared(1));
    for (const server of servers) {
      // Its lines are written together, within a tenth of a second.
      const changes = () => server.printed().match(/rate limits are shared by all|Redis is out of reach/g) ?? [];
      await until(() => changes().length >= 3 && changes().length % 2 === 1);
      // Each change is logged once.
      expect(changes().every((one, place) => one.startsWith('rate') === (place % 2 === 0))).toBe(true);
    }
    const { granted, least, most } = await flood(await make.makeAccount(), servers);
    expect([granted >= least, granted <= most]).toEqual([true, true]);
  });

  it('R§2.2 the database is killed and restarted: requests get 503 and nothing else meanwhile, and then all recover', async () => {
    const killed = postmaster();
    if (killed === undefined) throw new Error('it runs until now');
    process.kill(killed, 'SIGKILL');
    const isReady = async (server: ServerProcess) =>
      (await server.call('GET', '/readyz', { root: true, allow5xx: true })).status === 200;
    await until(() => postmaster() !== killed);
    await until(async () => (await Promise.all(servers.map(isReady))).every(Boolean));
    await load.moved();
    await Promise.all([expectCap(), expectRevocation(), load.moved()]);
  });

  it('R§7.4 R§7.5 no acknowledged event is lost or doubled in the table or in the tail', async () => {
    await load.stop();
    expect(load.unexpected).toEqual([]);
    const acknowledged = load.acknowledged.toSorted();
    const { rows } = await db.work.query<{ uuid: string }>('SELECT event_uuid::text AS uuid FROM event');
    expect(rows.map(({ uuid }) => uuid).toSorted()).toEqual(acknowledged);
    const ofAccount = load.acknowledgedOfAccount.toSorted();
    expect(ofAccount.length).toBeGreaterThan(100);
    expect(load.followed.toSorted()).toEqual(ofAccount);
  });

  it('R§3.1 no log line contains a token or a password, including that of Redis', () => {
    expect(processes.leaks()).toEqual([]);
  });
});
