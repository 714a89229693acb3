import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { statusShape } from '@goal/contract';
import { freshDatabase, openPatientDatabase, startRedis, type TestRedis } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openClient } from './harness/client.ts';
import { makeEvent, type Account, type Factory } from './harness/factory.ts';
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
let redis: TestRedis;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let server: ServerProcess;
let make: Factory & { token: string };
const opened: ProcessClient[] = [];

const two = () => ({ INSTANCES: '2', REDIS_URL: redis.url });

beforeAll(async () => {
  processes = openProcesses();
  redis = await startRedis();
  processes.secret(redis.password);
  database = await freshDatabase();
  server = await processes.start({ databaseUrl: database.url, env: { ...two(), METRICS_TOKEN: metricsToken } });
  make = await processes.admin(server, database.url);
});
afterAll(async () => {
  for (const client of opened) client.close();
  await processes.end();
  await database.drop();
  await redis.stop();
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
  it('R§2.6 grants two keys exactly the documented rate over both processes', async () => {
    const floods = [1, 2].map(async () => flood(await make.makeAccount(), await each()));
    for (const { granted, least, most } of await Promise.all(floods)) {
      expect(granted).toBeGreaterThanOrEqual(least);
      expect(granted).toBeLessThanOrEqual(most);
    }
  });

  it('R§2.5 a revoked key, a changed plan and a flipped flag bind the next request on the process that answered, and the other one within a second', async () => {
    const [one, other] = await each();
    const account = await make.makeAccount();
    const keys = `/admin/accounts/${account.id}`;
    for (const [method, path, body, expected] of [
      ['POST', '/plan', { plan: 'free' }, 403],
      ['POST', '/reseller', { enabled: true }, 200],
      ['POST', '/reseller', { enabled: false }, 403],
      ['POST', '/plan', { plan: 'pro' }, 200],
      ['DELETE', `/keys/${account.prefix}`, undefined, 401],
    ] as const) {
      // Both remember the key.
      for (const client of [one, other]) await client.call('GET', '/account/me', me(account));
      (await one.call(method, `${keys}${path}`, { token: make.token, ...(body === undefined ? {} : { body }) })).done();
      expect((await one.call('GET', '/account/me', me(account))).status, path).toBe(expected);
      await sleep(1000);
      expect((await other.call('GET', '/account/me', me(account))).status, path).toBe(expected);
    }
  });

  it('a tail that waits at one process is answered by an event that the other one stores', async () => {
    const [one, other] = await each();
    const account = await make.makeAccount();
    const site = await make.makeSite(account);
    const waiting = one.call('GET', '/account/events/tail', { ...me(account), query: { wait: 30 } });
    await until(async () => /^goal_tail_waiting_requests 1$/m.test(await metrics()));
    const event = makeEvent({ message: 'Seen by the other process' });
    const sent = await other.call('POST', '/events', { token: site.token, domain: site.domain, body: event });
    expect(sent.status).toBe(200);
    expect(JSON.parse((await waiting).text)).toMatchObject({ events: [{ message: event['message'] }] });
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

  it('R§7.4 R§7.5 a process that is killed under load costs the requests that it held and nothing that was acknowledged, and is replaced; the limits go on', async () => {
    const [one, other] = await each();
    const account = await make.makeAccount({ reseller: true });
    const site = await make.makeSite(account);
    const acknowledged: unknown[] = [];
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
      // Each event has a connection of its own.
      load('new', async () => {
        const client = openClient(server.origin, server.basePath);
        const event = makeEvent({ event_uuid: randomUUID() });
        const sent = { token: site.token, domain: site.domain, body: event, allow5xx: true };
        const { status } = await client.call('POST', '/events', sent).finally(client.close);
        if (status === 200) acknowledged.push(event['event_uuid']);
        return status;
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
    const db = openPatientDatabase({ url: database.url, sizes: { work: 1 } });
    const stored = await db.work.query<{ uuid: string }>('SELECT event_uuid::text AS uuid FROM event');
    await db.close();
    expect(stored.rows.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(acknowledged));
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
  const alone = await processes.start({ databaseUrl: database.url, env: two(), node });
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
  const early = processes.begin({ databaseUrl: database.url, env: two() });
  const children = (): number[] =>
    (readFileSync(`/proc/${early.pid}/task/${early.pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number);
  await until(() => children().length > 0);
  // A terminal tells each process of its group.
  for (const pid of [early.pid, ...children()]) process.kill(pid, 'SIGINT');
  expect(await atLast(early.ended)).toMatchObject({ code: 0, signal: null, stderr: '' });
});

it('a database server with fewer connections than the processes may open is refused in a sentence', async () => {
  const { code, stderr } = await processes.refused({ databaseUrl: database.url, env: { ...two(), INSTANCES: '16' } });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^The PostgreSQL server at \S+ allows \d+ connections, and INSTANCES=16 needs 227 at least: set its max_connections to \d+ or more, or .*, or set INSTANCES to fewer\.\n$/,
  );
});

it('R§2.6 several processes need a Redis: without it a number is refused in a sentence, and auto is one', async () => {
  const refused = await processes.refused({ databaseUrl: database.url, env: { INSTANCES: '2' } });
  expect(refused).toMatchObject({
    code: 1,
    stderr: 'INSTANCES needs REDIS_URL: several processes share their limits there\n',
  });
  const alone = await processes.start({ databaseUrl: database.url, env: { INSTANCES: 'auto' } });
  expect(alone.printed()).toContain('INSTANCES=auto is 1: several processes need REDIS_URL');
  expect(alone.printed()).not.toContain('Processes ');
  expect(await alone.end()).toMatchObject({ code: 0, signal: null, stderr: '' });
});

it('a port that another program has is told in a sentence, and no process stays', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo; // it listens on TCP
  const { code, stderr } = await processes.refused({
    databaseUrl: database.url,
    env: { ...two(), PORT: String(port) },
  });
  other.close();
  expect([code, stderr]).toEqual([
    1,
    `Port ${port} is in use: stop what listens there, or set PORT to another.\nA process ended while it started: exit code 1.\n`,
  ]);
});

it('R§3.1 no log line contains a token or the database password', () => {
  expect(processes.leaks()).toEqual([]);
});
