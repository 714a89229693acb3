import { request, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeEvent, startService, type Account, type Site, type TestService } from './harness.ts';

/** With this token /metrics reports current values. */
const metricsToken = 'the-token-of-metrics';
let service: TestService;
/** Every statement on its events sleeps one second per row that it examines. */
let slow: { account: Account; site: Site };
let quick: { account: Account; site: Site };
beforeAll(async () => {
  service = await startService({ metricsToken });
  const openAccount = async (events: number): Promise<typeof slow> => {
    const account = await service.makeAccount({ reseller: true });
    const site = await service.makeSite(account);
    await service.setReadRate(site, 1000);
    await service.ingest(
      site,
      Array.from({ length: events }, () => makeEvent()),
    );
    return { account, site };
  };
  slow = await openAccount(30);
  quick = await openAccount(3);
  const { rows } = await service.db.work.query<{ rowId: number }>('select no as "rowId" from account where id = $1', [
    slow.account.id,
  ]);
  // The same statements read the replacement of the table.
  await service.db.work.query(`alter table event rename to all_events;
    create view event as select * from all_events where account <> ${rows[0]?.rowId} or pg_sleep(1) is not null`);
});
afterAll(() => service.stop());

type Activity = { pid: number; query: string };

/**
 * Statements of the service's sessions that read events, those that began less than `youngerThanS`
 * seconds ago.
 */
async function reading(youngerThanS = 60): Promise<Activity[]> {
  const { rows } = await service.db.work.query<Activity>(
    `select pid, query from pg_stat_activity where datname = current_database() and state = 'active'
      and application_name = 'goal-server' and query ~ 'from event'
      and query_start > clock_timestamp() - $1::float8 * interval '1 second'`,
    [youngerThanS],
  );
  return rows;
}

/** A request that the test only aborts; its answer is ignored. */
function sent(path: string, token: string, domain = ''): ClientRequest {
  const req = request(`${service.origin}/v1/goal${path}`, {
    headers: { Authorization: `Bearer ${token}`, 'X-Site-Domain': domain },
  });
  req.on('error', () => {});
  req.end();
  return req;
}

describe('one account whose queries are slow', () => {
  it('R§2.2 runs few statements at a time; the others queue, then answer 503 with Retry-After', async () => {
    const all = Array.from({ length: 20 }, () => slow.account.call('GET', '/events', { allow5xx: true }));
    await expect.poll(async () => (await reading()).length).toBe(3);
    const watched: number[] = [];
    let isDone = false;
    const watching = (async () => {
      // A statement that the service gave up after its 2 s may live on in a slow database.
      while (!isDone) watched.push((await reading(1)).length);
    })();
    for (const answer of await Promise.all(all)) {
      answer.refused(503, 'service unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    isDone = true;
    await watching;
    expect(Math.max(...watched)).toBeLessThanOrEqual(3);
  });

  it('does not delay another account’s pages, single events or ingest', async () => {
    let isOver = false;
    // It continues while the others ask.
    const flood = Array.from({ length: 60 }, async (_, nth) => {
      while (!isOver) {
        await (nth % 2 === 0 ? slow.account : slow.site).call('GET', '/events', { allow5xx: true });
        // Some 1,200 requests a second, which leaves the processor to the service.
        await sleep(50);
      }
    });
    await expect.poll(async () => (await reading()).length).toBe(3);
    for (let nth = 0; nth < 5; nth += 1) {
      const pages = await Promise.all([quick.account.call('GET', '/events'), quick.site.call('GET', '/events')]);
      for (const page of pages) expect(page.status).toBe(200);
    }
    await expect.poll(async () => (await reading()).length).toBe(3);
    isOver = true;
    await Promise.all(flood);
  });

  it('R§2.2 has each request ended after 2 s of database time, with nothing left running', async () => {
    (await slow.account.call('GET', '/events', { query: { q: 'nowhere' }, allow5xx: true })).refused(
      503,
      'service unavailable',
    );
    expect(await reading()).toEqual([]);
  });
});

describe('a client that goes away', () => {
  it('cancels its own query, and not another client’s identical one', async () => {
    const gone = sent('/account/events', slow.account.token);
    await expect.poll(async () => (await reading()).length).toBe(1);
    const [left] = await reading();
    const stays = slow.account.call('GET', '/events', { allow5xx: true });
    await expect.poll(async () => (await reading()).length).toBe(2);
    gone.destroy();
    await expect.poll(async () => (await reading()).map(({ pid }) => pid)).not.toContain(left?.pid);
    expect(await reading()).toHaveLength(1);
    (await stays).refused(503, 'service unavailable');
  });

  it('leaves the queue', async () => {
    const running = Array.from({ length: 3 }, () => sent('/events', slow.site.token, slow.site.domain));
    await expect.poll(async () => (await reading()).length).toBe(3);
    const waiting = sent('/events', slow.site.token, slow.site.domain);
    const inLine = async (): Promise<string | undefined> =>
      /goal_pool_connections\{pool="pages",state="waiting"\} (\d+)/.exec(
        (await service.call('GET', '/metrics', { root: true, token: metricsToken })).text,
      )?.[1];
    await expect.poll(inLine).toBe('1');
    waiting.destroy();
    await expect.poll(inLine).toBe('0');
    expect(await reading()).toHaveLength(3);
    for (const req of running) req.destroy();
    await expect.poll(async () => (await reading()).length).toBe(0);
  });
});
