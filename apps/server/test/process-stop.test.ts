import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '@goal/db';
import { inAllRun, inLongRun, openPatientDatabase } from '@goal/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { makeEvent, type Account, type Site } from './harness/factory.ts';
import { atLast, processesIn, processesOnDatabase, until, untilNoneIn, type ServerProcess } from './processes.ts';
import { openRelay } from './processes/relay.ts';

const { processes, databaseUrl, admin } = await processesOnDatabase();
let db: Database;
let account: Account;
let site: Site;
let server: ServerProcess;

beforeAll(async () => {
  db = openPatientDatabase({ url: databaseUrl, name: 'goal-test' });
  server = await processes.start({ databaseUrl });
  const make = await admin(server);
  account = await make.makeAccount({ reseller: true });
  site = await make.makeSite(account);
});
afterAll(async () => {
  await db.close();
});

const me = (at: ServerProcess = server) => at.call('GET', '/account/me', { token: account.token });

/** Returns the head of a request to send events; the test sends the body as it likes. */
function beginIngest(to: ServerProcess): { req: ClientRequest; answer: Promise<{ status: number; text: string }> } {
  const headers = {
    Authorization: `Bearer ${site.token}`,
    'X-Site-Domain': site.domain,
    'Content-Type': 'application/json',
  };
  const req = request(`${to.origin}${to.basePath}/events`, { method: 'POST', headers, agent: false });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    req.on('error', reject);
    req.on('response', (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      res.on('error', reject).on('end', () => resolve({ status: res.statusCode ?? 0, text }));
    });
  });
  req.flushHeaders();
  return { req, answer };
}

/** Returns true once nothing accepts connections at the server’s address. */
const isRefused = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.on('error', () => resolve(true)).on('connect', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

const wellEnded = { code: 0, signal: null, stderr: '' };
/** The log line of a stop that gave hanging clients their time. */
const cutOff = 'clients that hang are cut off';

async function expectEndsBySignals(name: NodeJS.Signals): Promise<void> {
  server.signal(name);
  server.signal(name);
  expect(await server.end(name)).toMatchObject(wellEnded);
}

inLongRun(() => {
  // The server that made the account.
  it('a server exits cleanly on SIGINT, also when it is sent twice', () => expectEndsBySignals('SIGINT'));
});

/** Checks that a server whose output nobody reads serves, does not spin, and exits cleanly. */
async function expectServesUnread(): Promise<void> {
  for (let count = 0; count < 20; count += 1) expect((await me()).status).toBe(200);
  // A spinning process is never asleep, however little CPU it gets.
  await until(() => isAsleep(server.pid, 20));
  expect((await me()).status).toBe(200);
  expect(await server.end()).toMatchObject({ code: 0, signal: null });
}

inLongRun(() => {
  it('a server whose output nobody reads from the start serves without spinning, and exits cleanly', async () => {
    server = await processes.start({ databaseUrl, unread: true });
    await expectServesUnread();
  });
});

describe('a server that receives a stop signal', () => {
  beforeEach(async () => {
    server = await processes.start({ databaseUrl });
  });

  it('R§7.4 finishes a request whose body is still arriving, and accepts no new connection', async () => {
    const event_uuid = randomUUID();
    const body = JSON.stringify(makeEvent({ event_uuid }));
    const { req, answer } = beginIngest(server);
    req.write(body.slice(0, 20));
    // Another request is answered, so this one has arrived as well.
    expect((await me()).status).toBe(200);
    server.signal('SIGTERM');
    await until(isRefused);
    req.end(body.slice(20));
    expect(await answer).toEqual({ status: 200, text: '{"accepted":1,"duplicates":0,"rejected":[]}' });
    expect(await atLast(server.ended)).toMatchObject(wellEnded);
    expect((await db.work.query('SELECT 1 FROM event WHERE event_uuid = $1', [event_uuid])).rows).toHaveLength(1);
  });

  it('I§4 GET /sites finishes a request that waits for the database on a kept-alive connection, and then exits at once', async () => {
    const holder = await db.work.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE site IN ACCESS EXCLUSIVE MODE');
      const asking = server.call('GET', '/account/sites', { token: account.token });
      await until(async () => {
        const { rows } = await db.work.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'goal-server'`,
        );
        return rows.length > 0;
      });
      server.signal('SIGTERM');
      await until(isRefused);
      await holder.query('ROLLBACK');
      expect((await asking).status).toBe(200);
    } finally {
      holder.release(true);
    }
    // It did not give hanging clients their time, because none was left.
    expect(await atLast(server.ended)).toMatchObject({ ...wellEnded, stdout: expect.not.stringContaining(cutOff) });
  });

  it('R§3.4 exits at once when only idle and unused connections remain, and writes pending last uses', async () => {
    // As browsers open one before they need it.
    const unused = connect(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => {});
    await db.work.query('UPDATE account_key SET last_used_at = NULL');
    await Promise.all(Array.from({ length: 10 }, () => me()));
    expect(await server.end()).toMatchObject({ ...wellEnded, stdout: expect.not.stringContaining(cutOff) });
    unused.destroy();
    const { rows } = await db.work.query('SELECT 1 FROM account_key WHERE last_used_at IS NOT NULL');
    expect(rows).toHaveLength(1);
  });

  inAllRun(() => {
    it('waits at most 10 s for clients that hang before, in and after the head, in the body, or while reading the answer', async () => {
      const { port } = new URL(server.origin);
      const auth = `Authorization: Bearer ${site.token}\r\nX-Site-Domain: ${site.domain}\r\n`;
      const hanging = [
        '',
        'GET /v1/goal/acc',
        `POST /v1/goal/events HTTP/1.1\r\nHost: a\r\n${auth}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n`,
        `POST /v1/goal/events HTTP/1.1\r\nHost: a\r\n${auth}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"occ`,
        `GET /v1/goal/docs/assets/scalar.js HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(20),
      ].map((text): Socket => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
        return socket.pause().on('error', () => {});
      });
      expect((await me()).status).toBe(200);
      // Every other client limit allows more time.
      expect(await server.end()).toMatchObject({ ...wellEnded, stdout: expect.stringContaining(cutOff) });
      for (const socket of hanging) socket.destroy();
    });
  });

  inLongRun(() => {
    it.each<NodeJS.Signals>(['SIGTERM', 'SIGHUP'])(
      'exits cleanly on %s, also when it is sent twice',
      expectEndsBySignals,
    );

    it('exits cleanly after it kept serving without spinning when nobody read its output any more', async () => {
      server.stopReading();
      await expectServesUnread();
    });
  });
});

inAllRun(() => {
  it('a server stopped while its database does not answer exits cleanly within 10 s', async () => {
    const relay = await openRelay(databaseUrl);
    server = await processes.start({ databaseUrl: relay.url });
    expect((await me()).status).toBe(200);
    // A last use is pending.
    const sent = await server.call('POST', '/events', { token: site.token, domain: site.domain, body: makeEvent() });
    expect(sent.status).toBe(200);
    await relay.set('silent');
    const asking = Promise.allSettled([me(), beginIngest(server).answer]);
    expect(await server.end()).toMatchObject(wellEnded);
    await asking;
    await relay.close();
  });
});

inLongRun(() => {
  it('a server stopped during its start exits cleanly and leaves no process', async () => {
    const folder = processes.folder();
    const ending = processes.refused({ folder });
    // The server, and the first process of its database.
    await until(() => processesIn(folder).length > 1);
    process.kill(Math.min(...processesIn(folder)), 'SIGTERM');
    expect(await ending).toMatchObject(wellEnded);
    await untilNoneIn(folder);
  });
});

it('R§3.1 no log line of these servers contains a token or the database password', () => {
  expect(processes.leaks()).toEqual([]);
});

/**
 * Returns whether the process is asleep in each of several samples: field 3 of proc_pid_stat(5).
 */
async function isAsleep(pid: number, looks: number): Promise<boolean> {
  for (let look = 0; look < looks; look += 1) {
    const [state] = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /, '');
    if (state !== 'S') return false;
    await sleep(10);
  }
  return true;
}
