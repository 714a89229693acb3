import { freshDatabase } from '@goal/db/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { eventMaker, vocabulary } from './events.ts';
import { loadDataSet } from './load.ts';
import { planSites, readPopulation } from './population.ts';
import { randomFrom } from './random.ts';
import { sizes } from './sizes.ts';

const size = { events: 3000, accounts: 8, sites: 60, sitesOfLargest: 30, largestShare: 0.15 };

let database: Awaited<ReturnType<typeof freshDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await loadDataSet(client, size, 'secret', () => () => {});
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
});

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
