import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { accountTailShape } from '@goal/contract';
import { embeddedUrl, freshDatabase, openPatientDatabase } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeEvent, type Site } from './harness/factory.ts';
import { endAll, openProcesses, until, type Processes, type ServerProcess } from './processes.ts';

let processes: Processes;
beforeAll(() => {
  processes = openProcesses();
});
afterAll(() => processes.end());

/** Servers that come and go; a client of a missing server tries the next. */
class Servers {
  readonly all: ServerProcess[] = [];

  async ask(nth: number, path: string, options: Parameters<ServerProcess['call']>[2], method = 'GET') {
    const server = this.all[nth % this.all.length];
    const answer = await server?.call(method, path, { ...options, allow5xx: true }).catch(() => undefined);
    if (answer?.status === 200) return answer;
    // The server was killed, is not up yet, or was asked too often.
    await sleep(20);
    return undefined;
  }
}

/** Sends events until it is stopped, and resends each until it is acknowledged. */
async function write(servers: Servers, nth: number, site: Site, goesOn: () => boolean): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let round = 0; goesOn(); round += 1) {
    const uuids = Array.from({ length: nth % 3 === 0 ? 1 : 1 + ((nth * 7 + round) % 30) }, () => randomUUID());
    const body = { events: uuids.map((event_uuid) => makeEvent({ event_uuid })) };
    const options = { token: site.token, domain: site.domain, body };
    for (let turn = nth; (await servers.ask(turn, '/events', options, 'POST')) === undefined; turn += 1);
    acknowledged.push(...uuids);
    // Senders at full speed would starve the servers that are starting.
    await sleep(Math.random() * 60);
  }
  return acknowledged;
}

/**
 * Follows the tail until it has seen `count` events. It saves events and position together, or
 * loses both.
 */
async function follow(servers: Servers, nth: number, token: string, total: () => number): Promise<number[]> {
  const ids: number[] = [];
  let after = '0';
  for (let turn = nth; ids.length < total(); turn += 1) {
    const query = { after, wait: 1, limit: 1 + ((turn * 37) % 400) };
    const answer = await servers.ask(turn, '/account/events/tail', { token, query });
    // Killed before it could save what it received.
    if (answer === undefined || Math.random() < 0.1) continue;
    const page = answer.as(200, accountTailShape);
    expect(page.expired).toBe(false);
    ids.push(...page.events.map(({ id }) => id));
    after = page.next_after;
  }
  return ids;
}

/** Returns what is stored, in the account’s only order that does not depend on the tail. */
async function stored(url: string): Promise<{ ids: number[]; uuids: string[] }> {
  const db = openPatientDatabase({ url, sizes: { work: 1 } });
  try {
    const { rows } = await db.work.query<{ id: number; uuid: string }>(
      'SELECT id, event_uuid::text AS uuid FROM event ORDER BY id',
    );
    return { ids: rows.map(({ id }) => id), uuids: rows.map(({ uuid }) => uuid) };
  } finally {
    await db.close();
  }
}

/** Runs 16 writers and four readers while `disturb` acts on the servers. */
async function race(servers: Servers, url: string, disturb: (written: () => number) => Promise<void>): Promise<void> {
  const [first] = servers.all;
  if (first === undefined) throw new Error('there is a server');
  const make = await processes.admin(first, url);
  const account = await make.makeAccount({ plan: 'agency', reseller: true });
  const sites = await Promise.all([1, 2, 3].map(() => make.makeSite(account)));
  let [isOver, total] = [false, Infinity];
  const counting = Array.from({ length: 16 }, () => 0);
  const writing = counting.map((_, nth) => {
    const site = sites[nth % 3];
    if (site === undefined) throw new Error('there are three sites');
    return write(servers, nth, site, () => {
      counting[nth] = (counting[nth] ?? 0) + 1;
      return !isOver;
    });
  });
  const reading = [0, 1, 2, 3].map((nth) => follow(servers, nth, account.token, () => total));
  await disturb(() => Math.min(...counting));
  isOver = true;
  const acknowledged = (await Promise.all(writing)).flat();
  const { ids, uuids } = await stored(url);
  expect(uuids.toSorted()).toEqual(acknowledged.toSorted());
  total = ids.length;
  const read = await Promise.all(reading);
  for (const one of read) {
    expect(one).toEqual(read[0]);
    expect(one.toSorted((a, b) => a - b)).toEqual(ids);
  }
}

describe('a tail sees every event once, in one order for all readers', () => {
  it('with 16 writers on three servers, two of which are killed at random', async () => {
    const database = await freshDatabase();
    const servers = new Servers();
    try {
      const start = () => processes.start({ databaseUrl: database.url });
      servers.all.push(...(await Promise.all([start(), start(), start()])));
      await race(servers, database.url, async (written) => {
        await until(() => written() > 1);
        const kill = async (nth: number): Promise<void> => {
          await sleep(Math.random() * 500);
          await servers.all[nth]?.end('SIGKILL');
          servers.all[nth] = await start();
        };
        await Promise.all([kill(0), kill(1)]);
        const before = written();
        await until(() => written() > before + 1);
      });
    } finally {
      await Promise.all(servers.all.map((server) => server.end()));
      await database.drop();
    }
  });

  it('when server and PostgreSQL are killed together', async () => {
    const folder = processes.filledFolder();
    const servers = new Servers();
    servers.all.push(await processes.start({ folder }));
    await race(servers, embeddedUrl(folder), async (written) => {
      await until(() => written() > 1);
      await sleep(Math.random() * 500);
      endAll(folder);
      await servers.all[0]?.ended;
      servers.all[0] = await processes.start({ folder });
      const before = written();
      await until(() => written() > before + 1);
    });
    await servers.all[0]?.end();
  });
});
