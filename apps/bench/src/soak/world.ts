import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { createAdminToken } from '@goal/core';
import { openDatabase, startEmbedded, StartupError, type Database } from '@goal/db';
import { startRedis, type TestRedis } from '@goal/db/testing';

import { allowNets } from '../streams/world.ts';
import { startService, type Service } from '../world/service.ts';
import { ask } from './ask.ts';

/** Three instances with one database and one Redis, and the account that the load uses. */
export type SoakWorld = {
  instances: Service[];
  /** The origin of each instance. */
  origins: string[];
  /** Starts a killed instance again. */
  restart: (index: number) => Promise<void>;
  redis: TestRedis;
  /** The process id of the database, which changes when it dies and is started again. */
  postmaster: () => number;
  db: Database;
  accountId: string;
  accountKey: string;
  adminToken: string;
  sites: { token: string; domain: string }[];
  close: () => Promise<void>;
};

/** Empties the folder and starts everything in it. Throws `StartupError` without redis-server. */
export async function openSoakWorld(dataDir: string): Promise<SoakWorld> {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const redis = await startRedis().catch((error: unknown) => {
    throw new StartupError(error instanceof Error ? error.message : String(error), { cause: error });
  });
  const embedded = await startEmbedded({ dataDir, settings: { max_connections: '200' } });
  const instances: Service[] = [];
  const origins: string[] = [];
  let starts = 0;
  const close = async (): Promise<void> => {
    await Promise.all(instances.map((one) => one.stop()));
    await db.close();
    await embedded.release();
    await redis.stop();
  };
  const db = openDatabase({ url: embedded.url, name: 'goal-soak', sizes: { work: 2 } });
  const restart = async (index: number): Promise<void> => {
    const log = path.join(dataDir, `instance-${index}-${(starts += 1)}.log`);
    const service = await startService(embedded.url, log, {
      environment: { REDIS_URL: redis.url, LOG_LEVEL: 'info', STREAM_ALLOW_NETS: allowNets },
    });
    instances[index] = service;
    origins[index] = service.origin;
  };
  try {
    for (const index of [0, 1, 2]) await restart(index);
    const { token: adminToken } = await createAdminToken(
      { db },
      { kind: 'cli', name: 'soak' },
      { name: 'soak', scope: 'admin:write' },
    );
    const account = await makeAccount(origins[0] ?? '', adminToken);
    const postmaster = (): number =>
      Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    return { instances, origins, restart, redis, postmaster, db, adminToken, ...account, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes a reseller's account, whose keys have no rate limit, with four sites. */
async function makeAccount(
  origin: string,
  token: string,
): Promise<Pick<SoakWorld, 'accountId' | 'accountKey' | 'sites'>> {
  const post = async (route: string, body: object): Promise<Record<string, string>> => {
    const answer = await ask(origin, { method: 'POST', path: `/admin/accounts${route}`, token, body });
    if (answer.status >= 300) throw new Error(`${route}: ${answer.status} ${answer.body}`);
    return answer.body === '' ? {} : (JSON.parse(answer.body) as Record<string, string>); // the form that the contract gives it
  };
  const { id: accountId = '' } = await post('', { email: 'soak@example.com', plan: 'agency' });
  await post(`/${accountId}/reseller`, { enabled: true });
  const { key: accountKey = '' } = await post(`/${accountId}/keys`, {});
  const sites: SoakWorld['sites'] = [];
  for (let index = 0; index < 4; index += 1) {
    const domain = `soak-${index}.example.com`;
    const { token: siteToken = '' } = await post(`/${accountId}/sites`, { domain, site_url: `https://${domain}/` });
    sites.push({ token: siteToken, domain });
  }
  return { accountId, accountKey, sites };
}
