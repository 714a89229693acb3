import { openEventServices } from '@goal/core';
import { freshDatabase, openPatientDatabase } from '@goal/db/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { eventMaker, vocabulary } from './events.ts';
import { loadDataSet } from './load.ts';
import { planSites, readPopulation } from './population.ts';
import { randomFrom } from './random.ts';
import { sizes } from './sizes.ts';
import { extentOf, ownIds, tidy, type Extent } from './tidy.ts';

const size = { events: 3000, accounts: 8, sites: 60, sitesOfLargest: 30, largestShare: 0.15 };

let database: Awaited<ReturnType<typeof freshDatabase>>;
let client: pg.Client;
let extent: Extent;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  extent = await extentOf(client, await loadDataSet(client, size, 'secret', () => () => {}));
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const read = async (text: string): Promise<unknown[]> => (await client.query(text)).rows;

const counted = {
  kept: `SELECT account, site, (occurred_at AT TIME ZONE 'utc')::date::text AS day, severity, count(*) AS n FROM event GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
  kept_day: `SELECT account, (occurred_at AT TIME ZONE 'utc')::date::text AS day, severity, count(*) AS n FROM event GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
};
const counters = {
  kept: 'SELECT account, site, day::text, severity, n FROM kept ORDER BY 1, 2, 3, 4',
  kept_day: 'SELECT account, day::text, severity, n FROM kept_day ORDER BY 1, 2, 3',
  accepted: 'SELECT account, site, day::text, events, bytes FROM accepted ORDER BY 1, 2, 3',
  accepted_day: 'SELECT account, day::text, events, bytes FROM accepted_day ORDER BY 1, 2',
};

describe('a loaded data set', () => {
  it('has the requested number of events, and counters that agree with them', async () => {
    expect(await read('SELECT count(*)::int AS n FROM event')).toEqual([{ n: size.events }]);
    expect(await read(counters.kept)).toEqual(await read(counted.kept));
    expect(await read(counters.kept_day)).toEqual(await read(counted.kept_day));
    expect(await read('SELECT sum(events)::int AS n FROM accepted')).toEqual([{ n: size.events }]);
    expect(await read('SELECT sum(events)::int AS n FROM accepted_day')).toEqual([{ n: size.events }]);
  });

  it('has a tail without a gap up to its head, with each event of the last days exactly once', async () => {
    expect(
      await read('SELECT 1 FROM tail GROUP BY account HAVING max(seq) - min(seq) + 1 <> count(*)'),
      'a gap',
    ).toEqual([]);
    expect(
      await read('SELECT 1 FROM tail_head h WHERE last <> (SELECT max(seq) FROM tail t WHERE t.account = h.account)'),
    ).toEqual([]);
    expect(
      await read(`SELECT 1 FROM event e WHERE received_at > (SELECT max(received_at) FROM event) - interval '29 days'
        AND 1 <> (SELECT count(*) FROM tail t WHERE t.account = e.account AND e.id BETWEEN t.first_id AND t.last_id)`),
    ).toEqual([]);
    expect(await read(`SELECT 1 FROM event WHERE id > (SELECT last_value * 1024 + 1023 FROM event_block)`)).toEqual([]);
  });

  it('is restored by `tidy` after a run has stored, registered and purged', async () => {
    const everything = async (): Promise<unknown> => ({
      events: await read('SELECT count(*) AS n, sum(id) AS ids FROM event'),
      tail: await read('SELECT account, seq, first_id, last_id FROM tail ORDER BY 1, 2'),
      heads: await read('SELECT * FROM tail_head ORDER BY 1'),
      kept: [await read(counters.kept), await read(counters.kept_day)],
      accepted: [await read(counters.accepted), await read(counters.accepted_day)],
      sites: await read('SELECT no FROM site ORDER BY 1'),
      accounts: await read('SELECT no FROM account ORDER BY 1'),
    });
    const before = await everything();
    await leaveTraces();
    expect(await everything()).not.toEqual(before);
    await tidy(client, extent);
    expect(await everything()).toEqual(before);
  });

  it('has logs that go on from there after `tidy`, and none of an account that the run made', async () => {
    await sealAll();
    await leaveTraces();
    const outcomes = await sealAll();
    expect(outcomes, 'one account has a new event, and the account of the run has no log yet').toEqual([
      'sealed',
      ...Array.from({ length: size.accounts - 1 }, () => 'nothing'),
      'sealed',
    ]);
    await tidy(client, extent);
    expect(await sealAll()).toEqual(Array.from({ length: size.accounts }, () => 'nothing'));
    for (const table of ['log_head', 'log_entries', 'log_tile', 'log_site', 'log_salt', 'log_outbox', 'log_purge'])
      expect(await read(`SELECT account FROM ${table} WHERE account NOT IN (SELECT no FROM account)`), table).toEqual(
        [],
      );
  });
});

/** Seals the logs of all accounts in the order of their numbers, and returns what came of it. */
async function sealAll(): Promise<string[]> {
  const db = openPatientDatabase({ url: database.url });
  const events = await openEventServices(db);
  const outcomes: string[] = [];
  const { rows } = await client.query<{ no: number }>('SELECT no FROM account ORDER BY no');
  for (const { no } of rows) outcomes.push((await events.log.seal(no)).outcome);
  await events.close();
  await db.close();
  return outcomes;
}

/**
 * Stores what a run leaves: events through the service's store, events of the bench's own, and an
 * account.
 */
async function leaveTraces(): Promise<void> {
  const db = openPatientDatabase({ url: database.url });
  const events = await openEventServices(db);
  const { code, message, username, user_id: userId, event_uuid: eventUuid } = eventMaker(randomFrom(7))(Date.now());
  const nothing = {
    object: 1,
    eventType: 1,
    userAgent: 1,
    postId: null,
    sessionId: null,
    postType: null,
    postStatus: null,
    ip: null,
  };
  const texts = { objectText: null, eventTypeText: null, userAgentText: null };
  const row = { ...nothing, ...texts, code, message, username, userId, eventUuid };
  const own = { account: 1, site: 1, occurredAt: Date.now(), severity: 1, bytes: 100 };
  await events.batcher.store(1, 1, [{ ...row, ...own }], db.lives.number);
  await events.close();
  await db.close();
  await client.query(
    `INSERT INTO event (id, account, site, occurred_at, code, user_id, severity, username, message) VALUES ($1, 2, 40, now(), 1, 1, 1, 'u', 'm')`,
    [ownIds + 5],
  );
  await client.query(`INSERT INTO account (email, plan) VALUES ('scratch@example.com', 'agency')`);
  await client.query(
    `INSERT INTO site (account_no, domain, domain_scope, site_url, retention_days) SELECT max(no), 'scratch.example.com', 0, 'https://scratch.example.com', 365 FROM account`,
  );
  await client.query(
    `INSERT INTO event (id, account, site, occurred_at, code, user_id, severity, username, message)
     SELECT $1, account_no, no, now(), 1, 1, 1, 'u', 'm' FROM site WHERE domain = 'scratch.example.com'`,
    [ownIds + 6],
  );
}

describe('the population', () => {
  it('has the same keys each time it is read, and groups in the largest account', async () => {
    const pool = new pg.Pool({ connectionString: database.url });
    const [first, second] = [await readPopulation(pool, 'secret'), await readPopulation(pool, 'secret')];
    await pool.end();
    expect(first.sites.map(({ token }) => token)).toEqual(second.sites.map(({ token }) => token));
    expect(new Set(first.sites.map(({ token }) => token)).size).toBe(first.sites.length);
    expect(first.groups.map(({ sites }) => sites.length)).toEqual([20, 2]);
  });

  it('is skewed: one account of 3,000 sites has 15 % of all events, but no site has more than 4 %', () => {
    const sites = planSites(sizes['30m'], randomFrom(1));
    const largest = sites.filter(({ account }) => account === 1);
    const sum = (all: typeof sites): number => all.reduce((total, { weight }) => total + weight, 0);
    expect(largest).toHaveLength(3000);
    expect(sum(sites)).toBeCloseTo(1);
    expect(sum(largest)).toBeCloseTo(0.15);
    const most = Math.max(...sites.map(({ weight }) => weight));
    expect(most).toBeGreaterThan(0.02);
    expect(most).toBeLessThan(0.04);
    expect(new Set(sites.map(({ account }) => account)).size).toBe(2000);
  });

  it('sends only words from the vocabulary', () => {
    const { objects, eventTypes, agents } = vocabulary();
    const make = eventMaker(randomFrom(3));
    for (let nth = 0; nth < 200; nth += 1) {
      const event = make(Date.now());
      expect(objects).toContain(event.object);
      expect(eventTypes).toContain(event.event_type);
      expect(agents).toContain(event.user_agent);
    }
  });
});
