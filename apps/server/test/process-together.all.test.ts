import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { statusShape } from '@goal/contract';
import { freshDatabase, runsOf } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openClient } from './harness/client.ts';
import type { Account, Factory } from './harness/factory.ts';
import { atLast, openProcesses, until, type Processes, type ServerProcess } from './processes.ts';
import { openClientOfEach, type ProcessClient } from './processes/each-process.ts';
import { flood } from './processes/flood.ts';

const metricsToken = 'the-token-of-metrics';
/**
 * Between two requests of a client that asks all the time, in ms: leaves the processor to the
 * service.
 */
const pauseMs = 5;
let processes: Processes;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let server: ServerProcess;
let make: Factory & { token: string };
const opened: ProcessClient[] = [];

beforeAll(async () => {
  processes = openProcesses();
  database = await freshDatabase();
  server = await processes.start({
    databaseUrl: database.url,
    env: { INSTANCES: '2', METRICS_TOKEN: metricsToken },
  });
  make = await processes.admin(server, database.url);
});
afterAll(async () => {
  for (const client of opened) client.close();
  await processes.end();
  await database.drop();
});

/** A client of each of the two processes. */
async function each(): Promise<[ProcessClient, ProcessClient]> {
  const [one, other] = await openClientOfEach(server, 2);
  if (one === undefined || other === undefined) throw new Error('there are two processes');
  opened.push(one, other);
  return [one, other];
}

const me = ({ token }: Account) => ({ token, allow5xx: true });
const metrics = async (): Promise<string> =>
  (await server.call('GET', '/metrics', { root: true, token: metricsToken })).text;

describe('a service of two processes behind one port', () => {
  it('R§2.6 grants two keys exactly the documented rate over both processes, without Redis', async () => {
    const floods = [1, 2].map(async () => flood(await make.makeAccount(), await each()));
    for (const { granted, least, most } of await Promise.all(floods)) {
      expect(granted).toBeGreaterThanOrEqual(least);
      expect(granted).toBeLessThanOrEqual(most);
    }
  });

  it('R§2.5 a revoked key is refused by both processes from the answer on, while both are asked all the time', async () => {
    const [one, other] = await each();
    for (let run = 0; run < runsOf(2, 100); run += 1) {
      const account = await make.makeAccount();
      let isRevoked = false;
      const late: number[] = [];
      const ask = async (client: ProcessClient): Promise<void> => {
        // Three times after the answer.
        for (let after = 0; after < 3;) {
          const wasRevoked = isRevoked;
          const { status } = await client.call('GET', '/account/me', me(account));
          if (wasRevoked) after += late.push(status) > 0 ? 1 : 0;
          else await sleep(pauseMs);
        }
      };
      const asking = [one, other].map(ask);
      const path = `/admin/accounts/${account.id}/keys/${account.prefix}`;
      const by = run % 2 === 0 ? server : (await each())[run % 4 === 1 ? 0 : 1];
      (await by.call('DELETE', path, { token: make.token })).done();
      isRevoked = true;
      await Promise.all(asking);
      expect(late).toEqual([401, 401, 401, 401, 401, 401]);
    }
  });

  it('R§2.5 a changed plan and a flipped flag bind the next request on both processes', async () => {
    const clients = await each();
    const account = await make.makeAccount();
    const statuses = () =>
      Promise.all(clients.map(async (client) => (await client.call('GET', '/account/me', me(account))).status));
    for (const [path, body, expected] of [
      ['plan', { plan: 'free' }, 403],
      ['reseller', { enabled: true }, 200],
      ['reseller', { enabled: false }, 403],
      ['plan', { plan: 'pro' }, 200],
    ] as const) {
      await statuses();
      await make.admin('POST', `/accounts/${account.id}/${path}`, { body });
      expect(await statuses(), `${path} ${JSON.stringify(body)}`).toEqual([expected, expected]);
    }
  });

  it('R§2.5 a process that stands still delays a change by a moment, and is bound by it when it goes on', async () => {
    const [one, other] = await each();
    const account = await make.makeAccount();
    for (const client of [one, other]) expect((await client.call('GET', '/account/me', me(account))).status).toBe(200);
    process.kill(other.pid, 'SIGSTOP');
    try {
      const path = `/admin/accounts/${account.id}/keys/${account.prefix}`;
      (await one.call('DELETE', path, { token: make.token })).done();
    } finally {
      process.kill(other.pid, 'SIGCONT');
    }
    (await other.call('GET', '/account/me', me(account))).refused(401, 'invalid token');
  });

  it('R§2.5 a key has two waiting tails over both processes, and a place is free again when one ends', async () => {
    const account = await make.makeAccount();
    const wait = async () => {
      const [one, other] = await each();
      const query = { wait: 30 };
      return [one, other].map((client) => ({
        client,
        answer: client.call('GET', '/account/events/tail', { ...me(account), query }).catch(() => undefined),
      }));
    };
    const waiting = await wait();
    await until(async () => /^goal_tail_waiting_requests 2$/m.test(await metrics()));
    for (const { answer } of await wait()) expect((await answer)?.status).toBe(503);
    for (const { client } of waiting) client.close();
    await until(async () => /^goal_tail_waiting_requests 0$/m.test(await metrics()));
    const [again] = await each();
    const query = { wait: 1 };
    expect((await again.call('GET', '/account/events/tail', { ...me(account), query })).status).toBe(200);
  });

  it('/metrics is one page for both: what they counted together, and each name once', async () => {
    const counted = (page: string): number =>
      Number(/^goal_http_request_duration_seconds_count\{route="GET \/healthz",status="200"\} (\d+)$/m.exec(page)?.[1]);
    const [one, other] = await each();
    const before = counted(await metrics());
    for (const client of [one, one, other]) await client.call('GET', '/healthz', { root: true });
    const page = await metrics();
    expect(counted(page)).toBe(before + 3);
    expect(page).toMatch(/^goal_processes 2$/m);
    expect(page).toMatch(/^goal_ready 1$/m);
    expect(page).toMatch(/^goal_build_info\{version="[^"]+"\} 1$/m);
    const names = [...page.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('the status names both processes', async () => {
    const pids = (await each()).map(({ pid }) => pid);
    const { instances } = (await make.admin('GET', '/status')).as(200, statusShape);
    const named = instances.map(({ name }) => Number(name.split(':').at(-1)));
    expect(new Set(named)).toEqual(new Set(pids));
  });

  it('a process that is killed under load costs the requests that it held, and is replaced; the limits go on', async () => {
    const [one, other] = await each();
    const account = await make.makeAccount({ reseller: true });
    const limited = await make.makeAccount();
    // At once, for a slow machine, and not by `one`, whose connections must lead to one process.
    const many = openClient(server.origin, server.basePath);
    await until(async () => {
      const asked = Array.from({ length: 40 }, () => many.call('GET', '/account/me', me(limited)));
      return (await Promise.all(asked)).some(({ status }) => status === 429);
    });
    many.close();
    let isOver = false;
    const failures = new Map<string, number>();
    const answered = new Map<string, number>();
    const load = async (name: string, ask: () => Promise<number>): Promise<void> => {
      while (!isOver) {
        const status = await ask().catch(() => 0);
        // A 503 under load is no failure (rulings §2.2).
        const counts = status === 200 ? answered : failures;
        if (status !== 503) counts.set(name, (counts.get(name) ?? 0) + 1);
        await sleep(pauseMs);
      }
    };
    const asking = (client: ProcessClient | ServerProcess) => async () =>
      (await client.call('GET', '/account/me', me(account))).status;
    const loads = [
      load('one', asking(one)),
      load('other', asking(other)),
      // Each request has a connection of its own.
      load('new', async () => {
        const client = openClient(server.origin, server.basePath);
        const answer = await client.call('GET', '/account/me', me(account)).finally(client.close);
        return answer.status;
      }),
    ];
    const moved = async (names: readonly string[]): Promise<void> => {
      const before = names.map((name) => answered.get(name) ?? 0);
      await until(() => names.every((name, at) => (answered.get(name) ?? 0) > (before[at] ?? 0) + 20));
    };
    await moved(['one', 'other', 'new']);
    process.kill(other.pid, 'SIGKILL');
    await moved(['one', 'other', 'new']);
    await until(() => server.printed().includes('another process serves in its place'));
    await moved(['one', 'other', 'new']);
    isOver = true;
    await Promise.all(loads);
    // Each client has one request under way.
    expect(failures.get('one') ?? 0).toBe(0);
    expect(failures.get('other') ?? 0).toBeLessThanOrEqual(1);
    expect(failures.get('new') ?? 0).toBeLessThanOrEqual(1);
    await until(async () => /^goal_processes 2$/m.test(await metrics()));
    expect(await metrics()).toMatch(/^goal_process_deaths_total 1$/m);
    expect((await each()).map(({ pid }) => pid)).not.toContain(other.pid);
    const floods = await flood(limited, await each());
    expect(floods.granted).toBeLessThanOrEqual(floods.most);
  });

  it('R§16.2 the log of an account begins with a request to either process', async () => {
    for (const client of await each()) {
      const account = await make.makeAccount();
      expect((await client.call('GET', '/account/log', me(account))).status).toBe(200);
    }
  });

  it('/metrics says of a process that stands still that it is not ready, and keeps its counts', async () => {
    const [one, other] = await each();
    const page = async () => (await one.call('GET', '/metrics', { root: true, token: metricsToken })).text;
    const askedIn = (text: string): number =>
      [...text.matchAll(/^goal_http_request_duration_seconds_count\{.*"GET \/account\/me".*\} (\d+)$/gm)]
        .map(([, count]) => Number(count))
        .reduce((sum, count) => sum + count, 0);
    const account = await make.makeAccount();
    const before = askedIn(await page());
    await other.call('GET', '/account/me', me(account));
    const after = await page();
    expect(after).toMatch(/^goal_ready 1$/m);
    expect(askedIn(after)).toBe(before + 1);
    process.kill(other.pid, 'SIGSTOP');
    try {
      const meanwhile = await page();
      expect(meanwhile).toMatch(/^goal_ready 0$/m);
      expect(askedIn(meanwhile)).toBe(before + 1);
    } finally {
      process.kill(other.pid, 'SIGCONT');
    }
    expect(await page()).toMatch(/^goal_ready 1$/m);
  });

  it('SIGTERM: both finish the requests that they hold, and all processes end', async () => {
    const account = await make.makeAccount();
    const clients = await each();
    const pids = clients.map(({ pid }) => pid);
    const query = { wait: 30 };
    const waiting = clients.map((client) => client.call('GET', '/account/events/tail', { ...me(account), query }));
    await until(async () => /^goal_tail_waiting_requests 2$/m.test(await metrics()));
    server.signal('SIGTERM');
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await atLast(server.ended)).toMatchObject({ code: 0, signal: null, stderr: '' });
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

it('a process that the system cannot start costs the others nothing, and is started later', async () => {
  const folder = processes.folder();
  const node = path.join(folder, 'node');
  copyFileSync(process.execPath, node);
  const alone = await processes.start({ databaseUrl: database.url, env: { INSTANCES: '2' }, node });
  const [one, other] = await openClientOfEach(alone, 2);
  if (one === undefined || other === undefined) throw new Error('there are two processes');
  opened.push(one, other);
  renameSync(node, `${node}.gone`);
  process.kill(other.pid, 'SIGKILL');
  await until(() => alone.printed().includes('a process could not be started'));
  expect((await one.call('GET', '/readyz', { root: true })).status).toBe(200);
  renameSync(`${node}.gone`, node);
  await until(() => alone.printed().includes('another process serves in its place'));
  expect(await alone.end()).toMatchObject({ code: 0, signal: null });
});

it('Ctrl-C while the processes still load ends all of them without a fault', async () => {
  const early = processes.begin({ databaseUrl: database.url, env: { INSTANCES: '2' } });
  const children = (): number[] =>
    (readFileSync(`/proc/${early.pid}/task/${early.pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number);
  await until(() => children().length > 0);
  // A terminal tells each process of its group.
  for (const pid of [early.pid, ...children()]) process.kill(pid, 'SIGINT');
  expect(await atLast(early.ended)).toMatchObject({ code: 0, signal: null, stderr: '' });
});

it('a database server with fewer connections than the processes may open is refused in a sentence', async () => {
  const { code, stderr } = await processes.refused({ databaseUrl: database.url, env: { INSTANCES: '16' } });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^The PostgreSQL server at \S+ allows \d+ connections, and INSTANCES=16 needs 227 at least: set its max_connections to \d+ or more, or .*, or set INSTANCES to fewer\.\n$/,
  );
});

it('R§3.1 no log line contains a token or the database password', () => {
  expect(processes.leaks()).toEqual([]);
});
