import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

import { limits } from '@goal/contract';
import type { Database } from '@goal/db';
import { freshDatabase, openPatientDatabase, runsOf } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeEvent, type Account, type Factory, type Group, type Site } from './harness/factory.ts';
import { openProcesses, until, type Processes, type ServerProcess } from './processes.ts';

let processes: Processes;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let db: Database;
beforeAll(async () => {
  processes = openProcesses();
  database = await freshDatabase();
  db = openPatientDatabase({ url: database.url, name: 'goal-test' });
});
afterAll(async () => {
  await processes.end();
  await db.close();
  await database.drop();
});

/** Sends many GETs with these headers at once over a few connections, and counts the statuses. */
async function flood(
  server: ServerProcess,
  path: string,
  headersOf: (index: number) => string,
  count: number,
): Promise<Record<string, number>> {
  const tally: Record<string, number> = {};
  let sent = 0;
  const connection = () =>
    new Promise<void>((resolve, reject) => {
      let waiting = 0;
      let text = '';
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
      const more = (): void => {
        if (waiting > 0) return;
        let requests = '';
        for (; waiting < limits.unansweredRequests && sent < count; waiting += 1, sent += 1)
          requests += `GET ${path} HTTP/1.1\r\nHost: a\r\n${headersOf(sent)}\r\n\r\n`;
        if (waiting === 0) socket.end(resolve);
        else socket.write(requests);
      };
      socket.setEncoding('latin1').on('error', reject).on('connect', more);
      socket.on('data', (chunk: string) => {
        text += chunk;
        const answers = text.split('HTTP/1.1 ');
        // The last one may still be in flight.
        for (const answer of answers.splice(0, answers.length - 1)) count1(answer);
        text = `HTTP/1.1 ${answers[0] ?? ''}`;
        if (text.endsWith('"}')) {
          count1(text.slice('HTTP/1.1 '.length));
          text = '';
        }
        more();
      });
      const count1 = (answer: string): void => {
        if (answer === '') return;
        waiting -= 1;
        const status = answer.slice(0, 3);
        tally[status] = (tally[status] ?? 0) + 1;
      };
    });
  await Promise.all(Array.from({ length: 4 }, connection));
  return tally;
}

async function metric(server: ServerProcess, name: string): Promise<number> {
  const { text } = await server.call('GET', '/metrics', { root: true, token: 'the-token-of-metrics' });
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
}

describe('R§2.6 a burst of invalid keys', () => {
  const env = { METRICS_TOKEN: 'the-token-of-metrics', LOG_LEVEL: 'warn' };
  /** Sends requests that are all refused; returns how many, and the buckets kept for them. */
  const refused = async (
    server: ServerProcess,
    path: string,
    headersOf: (index: number) => string,
  ): Promise<{ sent: number; buckets: number }> => {
    let sent = 0;
    await (await processes.admin(server, database.url, path)).makeAccount();
    // A slow machine may be overloaded by this burst: requests answered with 503 are sent again.
    for (let left = runsOf(6000, 30_000); left > 0;) {
      const first = sent;
      sent += left;
      const { '503': again = 0, ...others } = await flood(server, path, (index) => headersOf(first + index), left);
      expect(others).toEqual({ '401': left - again });
      left = again;
    }
    return { sent, buckets: await metric(server, 'goal_rate_limit_buckets') };
  };
  const unknown = (index: number, kind: string): string =>
    `goal_${kind}_${index.toString(36).padStart(8, '0')}_${randomBytes(16).toString('hex')}`;
  type Stats = { scans: number; sequential: number };
  /** Returns the look-ups of all service sessions, which report them when they end. */
  const stats = async (): Promise<Stats> => {
    const sessions = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'goal%' AND pid <> pg_backend_pid() AND application_name <> 'goal-test'`;
    await until(async () => (await db.work.query(sessions)).rows.length === 0);
    const { rows } = await db.work.query<Stats>(
      `SELECT (SELECT sum(idx_scan)::bigint FROM pg_stat_user_indexes WHERE indexrelname = ANY('{site_key_prefix_key,account_key_prefix_key,group_key_prefix_key,admin_token_prefix_key}')) AS scans,
         (SELECT sum(seq_scan)::bigint FROM pg_stat_user_tables WHERE relname IN ('site_key', 'account_key', 'group_key', 'admin_token')) AS sequential`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('one row of statistics');
    return row;
  };

  it('R§2.6 R§3.2 of a wrong form costs no look-up at all, and leaves no bucket', async () => {
    const before = await stats();
    const server = await processes.start({ databaseUrl: database.url, env });
    const forms = [
      'nonsense',
      (index: number) => `goal_acct_${index}`,
      (index: number) => `${unknown(index, 'acct')}!`,
      (index: number) => unknown(index, 'acct').slice(0, -2),
      (index: number) => unknown(index, 'grp').replace('_0', '_O'),
      (index: number) => unknown(index, 'acct').toUpperCase(),
      // These are well formed, but belong to another door.
      (index: number) => unknown(index, 'live'),
    ];
    const headers = (index: number): string => {
      const form = forms[index % forms.length] ?? '';
      return `Authorization: Bearer ${typeof form === 'string' ? form : form(index)}`;
    };
    const { buckets } = await refused(server, '/v1/goal/account/me', headers);
    expect(buckets).toBe(0);
    await server.end();
    const after = await stats();
    expect(after.sequential - before.sequential).toBe(0);
    // The operator act took some; its start, its end and this query do as well.
    expect(after.scans - before.scans).toBeLessThan(10);
  });

  it('R§2.6 R§3.2 of a right form costs one look-up in an index at most, and leaves no bucket', async () => {
    const server = await processes.start({ databaseUrl: database.url, env });
    const headers = (index: number): string =>
      `Authorization: Bearer ${unknown(index, 'live')}\r\nX-Site-Domain: a.example.com`;
    const { sent, buckets } = await refused(server, '/v1/goal/events', headers);
    expect(buckets).toBe(0);
    await server.end();
    const { scans, sequential } = await stats();
    expect(sequential).toBe(0);
    // Concurrent requests share a look-up.
    expect(scans).toBeGreaterThan(0);
    expect(scans).toBeLessThan(sent + 10);
  });
});

describe('an account with 5,000 sites', () => {
  const count = 5000;
  let server: ServerProcess;
  let make: Factory & { token: string };
  let account: Account;
  let group: Group;
  let busy: Site[];

  beforeAll(async () => {
    server = await processes.start({ databaseUrl: database.url });
    make = await processes.admin(server, database.url);
    account = await make.makeAccount({ plan: 'agency', reseller: true });
    group = await make.makeGroup(account);
    busy = [];
    const makeBusy = async () =>
      busy.push(await make.makeSite(account), await make.makeSite(account), await make.makeSite(account));
    await makeBusy();
    await db.work.query(
      `INSERT INTO site (account_no, domain, domain_scope, site_url, retention_days)
       SELECT no, 'many-' || n || '.example.com', 0, 'https://many.example.com/', 365 FROM account, generate_series(1, $2::int) n WHERE id = $1`,
      [account.id, count - 2 * busy.length],
    );
    await makeBusy();
    await db.work.query(
      `UPDATE site SET group_no = (SELECT no FROM site_group WHERE id = $2) WHERE account_no = (SELECT no FROM account WHERE id = $1)`,
      [account.id, group.id],
    );
    for (const site of busy)
      await make.ingest(
        site,
        Array.from({ length: 400 }, () => makeEvent()),
      );
  });

  it('I§4 GET /sites returns every one of them', async () => {
    const { sites } = (await account.call('GET', '/sites')).body as { sites: { id: string; domain: string }[] }; // another test covers its shape
    expect(new Set(sites.map(({ id }) => id)).size).toBe(count);
    expect(sites).toHaveLength(count);
    expect((await account.call('GET', '/groups')).body).toMatchObject({
      groups: [{ id: group.id, site_count: count }],
    });
  });

  it('I§6.R1 R§6.4 the pages of a group with all of them contain every event once', async () => {
    const ids: number[] = [];
    let cursor = '';
    do {
      const answer = await account.call('GET', '/events', { query: { group_id: group.id, limit: 200, cursor } });
      const page = answer.body as { events: { id: number }[]; next_cursor: string }; // another test covers its shape
      ids.push(...page.events.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== '');
    expect([ids.length, new Set(ids).size]).toEqual([2400, 2400]);
  });

  it('R§8 DELETE /admin/accounts/{id}?confirm=true answers before its events are reclaimed, which happens in the background and survives a restart', async () => {
    const holder = await db.work.connect();
    try {
      await holder.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
      await holder.query('SELECT FROM event FOR UPDATE');
      (await make.admin('DELETE', `/accounts/${account.id}`, { query: { confirm: 'true' } })).done();
    } finally {
      holder.release(true);
    }
    await server.end('SIGKILL');
    const left = async (): Promise<number> =>
      (await db.work.query<{ n: number }>('SELECT count(*) AS n FROM event')).rows[0]?.n ?? 0;
    server = await processes.start({ databaseUrl: database.url });
    await until(async () => (await left()) === 0);
    await server.end();
  });
});

it('R§3.1 no log line of these servers contains a token or a password', () => {
  expect(processes.leaks()).toEqual([]);
});
