import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Database } from '@goal/db';
import { embeddedUrl, freshDatabase, inLongRun, openPatientDatabase, rowsOf } from '@goal/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Answer } from './harness/client.ts';
import { freshDomain, makeEvent, type Account, type Factory, type Site } from './harness/factory.ts';
import { atLast, openProcesses, until, type Processes, type ServerProcess } from './processes.ts';
import { openRelay, type Relay } from './processes/relay.ts';

let processes: Processes;
beforeAll(() => {
  processes = openProcesses();
});
afterAll(() => processes.end());

/**
 * Sends one request of each kind. Adds the event_uuids of acknowledged events to `acknowledged`.
 */
function requestsOf(
  server: ServerProcess,
  account: Account,
  site: Site,
  acknowledged: string[] = [],
): Record<'me' | 'create' | 'account page' | 'site page' | 'one' | 'many', () => Promise<Answer>> {
  const { token } = account;
  const siteBody = () => {
    const domain = freshDomain();
    return { domain, site_url: `https://${domain}/` };
  };
  const asked = { token: site.token, domain: site.domain, allow5xx: true };
  const send = async (count: number): Promise<Answer> => {
    const uuids = Array.from({ length: count }, () => randomUUID());
    const answer = await server.call('POST', '/events', {
      ...asked,
      body: { events: uuids.map((event_uuid) => makeEvent({ event_uuid })) },
    });
    if (answer.status === 200) acknowledged.push(...uuids);
    return answer;
  };
  return {
    me: () => server.call('GET', '/account/me', { token, allow5xx: true }),
    create: () => server.call('POST', '/account/sites', { token, body: siteBody(), allow5xx: true }),
    'account page': () => server.call('GET', '/account/events', { token, allow5xx: true }),
    'site page': () => server.call('GET', '/events', asked),
    one: () => send(1),
    many: () => send(100),
  };
}

/** Returns how many of the events are stored. */
async function stored(db: Database, uuids: readonly string[]): Promise<number> {
  const { rows } = await db.work.query<{ n: number }>('SELECT count(*) AS n FROM event WHERE event_uuid = ANY($1)', [
    uuids,
  ]);
  return rows[0]?.n ?? 0;
}

/**
 * rulings §2.2: every request is refused with a Retry-After, while the database is away and stays
 * so.
 */
async function expectAway(server: ServerProcess, requests: Record<string, () => Promise<Answer>>): Promise<void> {
  const root = { root: true, allow5xx: true };
  const health = atLast(server.call('GET', '/healthz', root));
  const asked = [...Object.values(requests), ...Object.values(requests)];
  for (const answer of await Promise.all(asked.map((ask) => atLast(ask())))) {
    answer.refused(503, 'service unavailable');
    expect(answer.headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
  }
  expect((await health).status).toBe(200);
  // Sealing and background work meet the same. Nothing of it is a fault of the service.
  expect(
    server
      .printed()
      .split('\n')
      .filter((line) => line.includes('"level":50')),
  ).toEqual([]);
  // It may have been ready a moment ago.
  const ready = (): Promise<Answer> => atLast(server.call('GET', '/readyz', root));
  await until(async () => (await ready()).status !== 200);
  (await ready()).refused(503, 'service unavailable');
}

async function expectBack(server: ServerProcess, requests: Record<string, () => Promise<Answer>>): Promise<void> {
  await until(async () => (await server.call('GET', '/readyz', { root: true, allow5xx: true })).status === 200);
  for (const [name, ask] of Object.entries(requests)) {
    // A connection that died unnoticed may still be used once.
    await until(
      async () => (await ask()).status < 300,
      () => `${name} does not come back`,
    );
  }
}

describe('a DATABASE_URL database that goes away', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let relay: Relay;
  let server: ServerProcess;
  let make: Factory;
  let account: Account;
  let site: Site;
  let requests: ReturnType<typeof requestsOf>;
  /** Bypasses the relay. */
  let db: Database;

  beforeAll(async () => {
    database = await freshDatabase();
    db = openPatientDatabase({ url: database.url, name: 'goal-test' });
    relay = await openRelay(database.url);
    server = await processes.start({ databaseUrl: relay.url });
    make = await processes.admin(server, database.url);
    account = await make.makeAccount({ plan: 'agency', reseller: true });
    site = await make.makeSite(account);
    requests = requestsOf(server, account, site);
  });
  beforeEach(() => relay.set('open'));
  afterAll(async () => {
    await server.end();
    await relay.close();
    await db.close();
    await database.drop();
  });

  it('R§2.2 its connections are refused: 503 with Retry-After, and the service recovers by itself', async () => {
    await expectBack(server, requests);
    await relay.set('refused');
    await expectAway(server, requests);
    await relay.set('open');
    await expectBack(server, requests);
  });

  inLongRun(() => {
    it('R§2.2 its connections fall silent without closing: 503 while they stay so, also for requests in flight', async () => {
      await expectBack(server, requests);
      const underWay = Object.values(requests).flatMap((ask) => [ask(), ask(), ask()]);
      await relay.set('silent');
      const answers = atLast(Promise.all(underWay));
      await expectAway(server, requests);
      for (const answer of await answers) expect([200, 201, 503]).toContain(answer.status);
      await relay.set('open');
      await expectBack(server, requests);
    });
  });

  it.each(rowsOf<'silent' | 'refused'>(['silent'], ['refused']))(
    'R§2.2 its connections are %s during a change and while events are stored: 503 while they stay so',
    async (state) => {
      await expectBack(server, requests);
      const holder = await db.work.connect();
      try {
        await holder.query('BEGIN');
        await holder.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [account.id]);
        await holder.query(
          'SELECT 1 FROM tail_head WHERE account = (SELECT no FROM account WHERE id = $1) FOR UPDATE',
          [account.id],
        );
        const underWay = Promise.all([requests.create(), requests.create(), requests.many(), requests.one()]);
        await until(async () => {
          const { rows } = await db.work.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'goal-server'`,
          );
          return rows.length >= 3;
        });
        await relay.set(state);
        for (const answer of await atLast(underWay)) answer.refused(503, 'service unavailable');
      } finally {
        holder.release(true);
      }
      await relay.set('open');
      await expectBack(server, requests);
    },
  );

  inLongRun(() => {
    it('R§2.2 its silent connections never recover while new ones work: the service recovers', async () => {
      // Several connections of each pool, in use at once.
      await Promise.all(Object.values(requests).flatMap((ask) => [ask(), ask(), ask(), ask()]));
      await relay.set('lost');
      await expectBack(server, requests);
    });
  });

  it('R§7.4 R§7.5 events acknowledged before, during and after an outage are stored once, and no others are', async () => {
    const uuids: string[] = [];
    const send = async (event_uuid: string): Promise<number> => {
      const body = makeEvent({ event_uuid });
      const { status } = await server.call('POST', '/events', {
        token: site.token,
        domain: site.domain,
        body,
        allow5xx: true,
      });
      if (status === 200) uuids.push(event_uuid);
      return status;
    };
    /** The events that were not accepted. */
    const many = async (): Promise<string[]> => {
      const sent = Array.from({ length: 40 }, () => randomUUID());
      const statuses = await Promise.all(sent.map(send));
      return sent.filter((_, place) => statuses[place] !== 200);
    };
    const before = many();
    await relay.set('silent');
    const refused = [...(await before), ...(await many())];
    await relay.set('refused');
    refused.push(...(await many()));
    await relay.set('open');
    await expectBack(server, {});
    for (const event_uuid of refused) await until(async () => (await send(event_uuid)) === 200);
    expect(await stored(db, uuids)).toBe(uuids.length);
    expect(uuids.length).toBe(120);
  });

  inLongRun(() => {
    it('R§3.4 R§8 GET /admin/accounts/{id}/keys: the last use of a key during an outage is written when the database is back', async () => {
      const { key, prefix } = await make.makeAccountKey(account);
      expect((await server.call('GET', '/account/me', { token: key })).status).toBe(200);
      const other = await make.makeSite(account);
      (
        await server.call('POST', '/events', { token: other.token, domain: 'wrong.example.com', body: makeEvent() })
      ).refused(403, 'domain mismatch');
      await relay.set('refused');
      await until(
        () =>
          server.printed().includes('writing last uses failed') && server.printed().includes('writing arrivals failed'),
      );
      await relay.set('open');
      await until(async () => {
        const { body } = await make.admin('GET', `/accounts/${account.id}/keys`, { allow5xx: true });
        const { keys = [] } = body as { keys?: { prefix: string; last_used_at: string | null }[] }; // absent in a refusal
        return keys.some((one) => one.prefix === prefix && one.last_used_at !== null);
      });
      await until(async () =>
        (await make.admin('GET', `/accounts/${account.id}/arrivals`)).text.includes('domain mismatch'),
      );
    });
  });
});

describe('the embedded database of a running server', () => {
  it.each(rowsOf<NodeJS.Signals>(['SIGKILL'], ['SIGINT']))(
    'R§2.2 ends by %s: the server restarts it with every acknowledged event',
    async (name) => {
      const folder = processes.filledFolder();
      const server = await processes.start({ folder });
      const make = await processes.admin(server, embeddedUrl(folder));
      const account = await make.makeAccount({ reseller: true });
      const site = await make.makeSite(account);
      const acknowledged: string[] = [];
      const requests = requestsOf(server, account, site, acknowledged);
      await expectBack(server, requests);
      const postmaster = () =>
        Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
      const former = postmaster();
      const burst = () => Object.values(requests).flatMap((ask) => Array.from({ length: 10 }, () => ask()));
      const underWay = burst();
      await Promise.any(underWay);
      process.kill(former, name);
      for (const answer of await Promise.all([...underWay, ...burst()]))
        expect([200, 201, 503]).toContain(answer.status);
      await until(async () => (await server.call('GET', '/healthz', { root: true })).status === 200);
      await expectBack(server, {
        me: () => server.call('GET', '/account/me', { token: account.token, allow5xx: true }),
      });
      expect(postmaster()).not.toBe(former);
      const db = openPatientDatabase({ url: embeddedUrl(folder), sizes: { work: 1 } });
      expect(await stored(db, acknowledged)).toBe(acknowledged.length);
      await db.close();
      expect((await server.end()).code).toBe(0);
    },
  );
});

it('R§3.1 no log line of these servers and databases contains a token or the database password', () => {
  expect(processes.leaks()).toEqual([]);
});
