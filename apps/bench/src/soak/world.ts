import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { createAdminToken } from '@goal/core';
import { openDatabase, startEmbedded, StartupError, type Database } from '@goal/db';
import { startRedis, type TestRedis } from '@goal/db/testing';

import { startService, type Service } from '../world/service.ts';
import { ask } from './ask.ts';

/** Three instances, one database, one Redis, and an account that is used. */
export type SoakWorld = {
  instances: Service[];
  /** Where those listen that are there. */
  origins: string[];
  /** Starts the instance of this place anew, after it was killed. */
  restart: (place: number) => Promise<void>;
  redis: TestRedis;
  /** The process of the database, which is started again when it dies. */
  postmaster: () => number;
  db: Database;
  accountId: string;
  accountKey: string;
  adminToken: string;
  sites: { token: string; domain: string }[];
  close: () => Promise<void>;
};

/** Begins with an empty folder. Throws `StartupError` without redis-server. */
export async function openSoakWorld(dataDir: string): Promise<SoakWorld> {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const redis = await startRedis().catch((error: unknown) => {
    throw new StartupError(error instanceof Error ? error.message : String(error), { cause: error });
  });
  const embedded = await startEmbedded({ dataDir });
  const instances: Service[] = [];
  const origins: string[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(instances.map((one) => one.stop()));
    await db.close();
    await embedded.release();
    await redis.stop();
  };
  const db = openDatabase({ url: embedded.url, name: 'goal-soak', sizes: { work: 2 } });
  const restart = async (place: number): Promise<void> => {
    const made = await startService(embedded.url, path.join(dataDir, `instance-${place}.log`), {
      environment: { REDIS_URL: redis.url, LOG_LEVEL: 'info' },
    });
    instances[place] = made;
    origins[place] = made.origin;
  };
  try {
    for (const place of [0, 1, 2]) await restart(place);
    const { token: adminToken } = await createAdminToken(
      { db },
      { kind: 'cli', name: 'soak' },
      { name: 'soak', scope: 'admin:write' },
    );
    const made = await makeAccount(origins[0] ?? '', adminToken);
    const postmaster = (): number =>
      Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    return { instances, origins, restart, redis, postmaster, db, adminToken, ...made, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** An account with keys that no rate holds back, and four sites. */
async function makeAccount(
  origin: string,
  token: string,
): Promise<Pick<SoakWorld, 'accountId' | 'accountKey' | 'sites'>> {
  const post = async (route: string, body: object): Promise<Record<string, string>> => {
    const answer = await ask(origin, { method: 'POST', path: `/admin/accounts${route}`, token, body });
    if (answer.status >= 300) throw new Error(`${route}: ${answer.status} ${answer.body}`);
    return answer.body === '' ? {} : (JSON.parse(answer.body) as Record<string, string>); // as the contract has it
  };
  const { id: accountId = '' } = await post('', { email: 'soak@example.com', plan: 'agency' });
  await post(`/${accountId}/reseller`, { enabled: true });
  const { key: accountKey = '' } = await post(`/${accountId}/keys`, {});
  const sites: SoakWorld['sites'] = [];
  for (let place = 0; place < 4; place += 1) {
    const domain = `soak-${place}.example.com`;
    const { token: siteToken = '' } = await post(`/${accountId}/sites`, { domain, site_url: `https://${domain}/` });
    sites.push({ token: siteToken, domain });
  }
  return { accountId, accountKey, sites };
}
