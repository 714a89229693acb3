import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import { createAdminToken, historyFunction } from '@goal/core';
import type { Database } from '@goal/db';
import { freePort, openPair, openPatientDatabase, waitLimitMs, type Pair } from '@goal/db/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { goalProcess, printed, startServer, type Ended, type Running, type Variables } from '../testing/goal.ts';

let ends: (() => Promise<unknown>)[];
beforeEach(() => (ends = []));
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
});

type Server = Running & { origin: string };

class Service {
  readonly db: Database;
  readonly #variables: Variables;
  readonly #servers = new Set<Server>();

  constructor(readonly pair: Pair) {
    this.#variables = { DATABASE_URL: pair.url, CONSOLE_PORT: 'off', DASHBOARD_PORT: 'off' };
    this.db = openPatientDatabase({ url: pair.url, name: 'goal-test', sizes: { work: 1 } });
    ends.push(
      () => pair.close(),
      () => this.db.close(),
    );
  }

  async start(): Promise<Server> {
    const port = String(await freePort());
    const running = startServer({ ...this.#variables, PORT: port });
    const server = Object.assign(running, { origin: `http://127.0.0.1:${port}` });
    this.#servers.add(server);
    ends.push(() => this.kill(server));
    await printed(server, 'out', /ready/);
    return server;
  }

  async kill(server: Server): Promise<void> {
    this.#servers.delete(server);
    server.child.kill('SIGKILL');
    await server.ended;
  }

  /** Resolves when each server has looked at the log, and at the list of servers. */
  async looked(): Promise<void> {
    const id = randomUUID();
    await this.db.work.query('update retention_state set question = $1::jsonb', [JSON.stringify({ id, ends: {} })]);
    await expect
      .poll(async () => {
        const { rowCount } = await this.db.work.query(`select from instance where answer ->> 'question' = $1`, [id]);
        return rowCount;
      })
      .toBe(this.#servers.size);
    await this.db.work.query('update retention_state set question = null');
  }

  /** Runs `goal worker` with these arguments. */
  worker(args: string): Promise<Ended> {
    return goalProcess(['worker', ...args.split(' ')], this.#variables);
  }

  /** Makes a site. The function sends an event to it, which the server acknowledges. */
  async sender(server: Server): Promise<() => Promise<void>> {
    const post = async (path: string, token: string, body: object, more = {}): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${server.origin}/v1/goal${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(waitLimitMs),
      });
      const said = (await answer.json()) as Record<string, unknown>; // otherwise the assertions on its fields fail
      return { status: answer.status, ...said };
    };
    const actor = { kind: 'cli', name: 'test' } as const;
    const { token } = await createAdminToken({ db: this.db }, actor, { name: 'test', scope: 'admin:write' });
    const { id } = await post('/admin/accounts', token, { email: 'owner@example.com', plan: 'starter' });
    const domain = 'shop.example.com';
    const about = { domain, site_url: `https://${domain}` };
    const site = await post(`/admin/accounts/${String(id)}/sites`, token, about);
    return async () => {
      const event = {
        occurred_at: new Date().toISOString(),
        code: 2002,
        severity: 'low',
        object: 'post',
        event_type: 'modified',
        message: 'Changed a post',
      };
      // A server whose primary has just changed may answer 503 for a moment.
      await expect
        .poll(() => post('/events', String(site['token']), { events: [event] }, { 'X-Site-Domain': domain }))
        .toMatchObject({ status: 200, accepted: 1 });
    };
  }
}

async function failover({ pair }: Service): Promise<void> {
  pair.killPrimary();
  await pair.promote();
}

const sameHistory = '--confirm --same-history';

/** Asserts that the command says no, and that everything stays held. */
async function expectNo(service: Service, why: string | RegExp): Promise<void> {
  for (const args of [sameHistory, `${sameHistory} --json`]) {
    const { code, out, err } = await service.worker(args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const [asks, no, ...more] = err.split('\n');
    expect(asks).toBe('Asking all processes what they acknowledged before the failover.');
    expect(no).toMatch(/^Not confirmed, and everything stays held: /);
    expect([no, ...more].join('\n')).toMatch(why);
  }
  const once = await service.worker('--once');
  expect(once.code).toBe(1);
  expect(once.err).toContain('ran on another database');
}

/** Confirms by hand, so that the next failover begins without a hold. */
async function release(service: Service): Promise<void> {
  expect(await service.worker('--confirm --yes')).toMatchObject({ code: 0 });
}

test('goal worker --confirm --same-history exits with 0 after a failover that kept everything; with 1 without its function, after a lost commit, and while a process does not answer', async () => {
  const service = new Service(await openPair());
  const server = await service.start();
  const send = await service.sender(server);
  expect(await service.worker('--once')).toMatchObject({ code: 0 });
  await service.looked();
  await send();
  await failover(service);
  await expectNo(
    service,
    /the database lacks the function that reads its history\. As a superuser, in this database:\nCREATE FUNCTION goal_timeline_history\(\)/,
  );
  await service.pair.primary.asSuperuser(historyFunction);
  const yes = await service.worker(sameHistory);
  expect(yes).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^Confirmed: this primary has everything that was committed until 20\d\d-\d\d-\d\dT[\d:.]+Z, and all that the 1 running process acknowledged since\. Retention goes on, and so do tails, where they stood\.\n$/,
    ) as string,
    err: 'Asking all processes what they acknowledged before the failover.\n',
  });
  expect(await service.worker('--once')).toMatchObject({ code: 0 });
  const again = await service.worker(sameHistory);
  expect(again).toMatchObject({ code: 1, out: '' });
  expect(again.err).toContain('everything stays held: retention is not held for another database.\n');

  await service.pair.rebuild();
  const other = await service.start();
  await service.looked();
  await service.kill(other);
  await failover(service);
  await expectNo(service, `${hostname()}:${other.child.pid} ran on the former primary and does not answer.`);
  await release(service);
  await service.db.work.query(`delete from instance where name like '%:' || $1`, [String(other.child.pid)]);

  await service.pair.rebuild();
  await service.looked();
  await service.pair.cutOff();
  await send();
  await failover(service);
  await expectNo(service, 'events were acknowledged that this primary does not have.');
});

test('goal worker --confirm --same-history exits with 1 after a restore to a point in time from an archive, also when the process was restarted', async () => {
  const service = new Service(await openPair({ isArchived: true }));
  await service.pair.primary.asSuperuser(historyFunction);
  const server = await service.start();
  const send = await service.sender(server);
  expect(await service.worker('--once')).toMatchObject({ code: 0 });
  await service.pair.backUp();
  await send();
  await service.looked();
  const [row] = await service.pair.primary.asSuperuser('SELECT pg_current_wal_flush_lsn()::text AS lsn');
  await send();
  await service.pair.restoreUntil(String(row?.['lsn']));
  expect((await service.db.work.query('select from event')).rowCount).toBe(1);
  // On a slow machine all looks that are remembered may lie behind that point.
  await expectNo(
    service,
    /(events were acknowledged that this primary does not have|no running process saw the end of the former primary)\./,
  );
  await service.kill(server);
  await service.start();
  await expectNo(service, 'no running process saw the end of the former primary.');
});
