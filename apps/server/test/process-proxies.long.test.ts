import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { madeInvitationShape } from '@goal/contract';
import { freshDatabase, openPatientDatabase } from '@goal/db/testing';
import type { Database } from '@goal/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { blocksOf } from './docs-site.ts';
import { makeEvent } from './harness.ts';
import type { Account, Factory, Site } from './harness/factory.ts';
import { processesWith } from './processes/console.ts';
import { freePort, openProcesses, until, type Processes, type ServerProcess } from './processes.ts';
import { askThrough, cookieOf, bearer, publicUrlOf, runSample, type Host } from './processes/proxy-client.ts';
import { openCertificates, proxyNames, startProxy, type Ports, type RunningProxy } from './processes/web-proxies.ts';

// The configurations of docs/operations/proxies, and the commands of README and guide behind each.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const samplesOf = (file: string): string[] =>
  blocksOf(readFileSync(path.join(root, file), 'utf8'))
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text);
/** The only sample that holds all of these texts. */
function sampleWith(file: string, ...texts: string[]): string {
  const found = samplesOf(file).filter((sample) => texts.every((text) => sample.includes(text)));
  expect(found, `${file}: ${texts.join(', ')}`).toHaveLength(1);
  return found[0] ?? '';
}

const walk = sampleWith('README.md', '# An admin token, an account, and an account key');
const guide = 'docs/guide/export-and-tail.md';
/** Each takes a file and says `cut off` where it is not whole. */
const exportSamples = [
  sampleWith('README.md', 'events/export', '# end'),
  ...sampleWith(guide, 'events/export', '"complete"', '# end').split('\n\n'),
  sampleWith(guide, 'x-export-id'),
];

let processes: Processes;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let db: Database;
let certificates: ReturnType<typeof openCertificates>;
let ports: Ports;
let server: ServerProcess;
let make: Factory;
/** An account with more events than the buffers on the way hold, and one for everything else. */
let large: Account;
let account: Account;
let site: Site;

beforeAll(async () => {
  processes = openProcesses();
  database = await freshDatabase();
  db = openPatientDatabase({ url: database.url, name: 'goal-test', sizes: { work: 2 } });
  certificates = openCertificates();
  ports = { proxy: await freePort(), api: await freePort(), dashboard: await freePort(), console: await freePort() };
  server = await start();
  make = await processes.admin(server, database.url);
  large = await make.makeAccount({ plan: 'agency', reseller: true });
  await make.sendOne(await make.makeSite(large));
  await db.work.query(
    `insert into event (account, id, site, occurred_at, code, user_id, severity, object, event_type, username, message)
     select account, 1000000000000 + n, site, timestamptz '2026-06-01' + n * interval '1 second', code, user_id, 4, object, event_type, username,
       texts[1 + n % 1000]
     from event, generate_series(1, 20000) n, (select array_agg(text) as texts from (
       select string_agg(md5(t::text || x::text), '') as text from generate_series(1, 1000) t, generate_series(1, 250) x group by t) made) made
     where account = (select no from account where id = $1)`,
    [large.id],
  );
  account = await make.makeAccount({ plan: 'agency', reseller: true });
  site = await make.makeSite(account);
});
afterAll(async () => {
  await processes.end();
  await db.close();
  await database.drop();
  certificates.remove();
});

const publicUrl = (host: Host): string => publicUrlOf(host, ports);

/** The service with both web apps, at the addresses that its proxy gives it. */
const start = (): Promise<ServerProcess> =>
  processes.start({
    databaseUrl: database.url,
    env: {
      PORT: String(ports.api),
      DASHBOARD_PORT: String(ports.dashboard),
      CONSOLE_PORT: String(ports.console),
      API_URL: publicUrl('api'),
      DASHBOARD_URL: publicUrl('dashboard'),
      CONSOLE_URL: publicUrl('console'),
      DASHBOARD_SECRET: 'the same over every restart of this test',
      TRUSTED_PROXIES: '1',
    },
  });

type Ask = Parameters<typeof askThrough>[3];
const ask = (host: Host, to: string, options?: Ask) => askThrough({ ports, certificates }, host, to, options);
const run = (sample: string, env: Record<string, string>, limits?: string) =>
  runSample({ ports, certificates }, sample, { DATABASE_URL: database.url, ...env }, limits);
const api = '/v1/goal';
const tailShape = z.object({ events: z.array(z.object({ message: z.string() })), next_after: z.string() });
const tail = async (query: string) =>
  tailShape.parse(
    JSON.parse((await ask('api', `${api}/account/events/tail${query}`, { headers: bearer(account.token) })).text),
  );

async function untilListening(proxy: RunningProxy): Promise<void> {
  await until(
    async () => (await ask('api', '/readyz').catch(() => undefined))?.status === 200,
    () => `never ready:\n${proxy.printed()}`,
  );
}

/** What the samples of exports want: README says API and KEY, the guide GOAL_URL and GOAL_KEY. */
const exporting = (key: string): Record<string, string> => {
  const url = `${publicUrl('api')}${api}`;
  return { API: url, KEY: key, GOAL_URL: url, GOAL_KEY: key };
};

const hasBegun = (folder: string): boolean =>
  readdirSync(folder).some((file) => !file.startsWith('.') && statSync(path.join(folder, file)).size > 0);

/**
 * Begins all samples of exports, cuts them off once their files have begun, and returns what they
 * say.
 */
async function cutOff(cut: (prefixes: string[]) => Promise<unknown>): Promise<string[]> {
  const keys = await Promise.all(exportSamples.map(() => make.makeAccountKey(large)));
  const runs = exportSamples.map((sample, at) =>
    run(sample, exporting(keys[at]?.key ?? ''), 'limit-rate = "1M"\nno-buffer'),
  );
  // A proxy may let a client ask again whose answer has not begun, and that file is whole.
  await until(() => runs.every(({ folder }) => hasBegun(folder)));
  await cut(keys.map(({ prefix }) => prefix));
  return Promise.all(runs.map(({ output }) => output));
}

/** Somebody who joined with a password, by a link that an operator made. */
async function join(): Promise<{ email: string; cookie: string }> {
  const { id } = await make.makeAccount();
  const email = `${randomUUID()}@example.com`;
  const invited = await make.admin('POST', `/accounts/${id}/invitations`, { body: { email } });
  const { link } = invited.as(201, madeInvitationShape);
  expect(link.startsWith(publicUrl('dashboard'))).toBe(true);
  const answer = await enter('join', { token: new URL(link).hash.slice(1), name: 'Jo', password }, '127.0.0.3');
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return { email, cookie: cookieOf(answer) };
}
const password = 'correct horse battery';

/** A step of the sign-in as the dashboard's page takes it. */
const enter = (step: string, body: object, from: string, headers: Record<string, string> = {}) =>
  ask('dashboard', `/api/entry/${step}`, {
    method: 'POST',
    from,
    body: JSON.stringify(body),
    headers: { origin: publicUrl('dashboard'), ...headers },
  });

async function concerns(): Promise<string[]> {
  const { body } = await make.admin('GET', '/status');
  const { concerns: all } = z.object({ concerns: z.array(z.string()) }).parse(body);
  return all.filter((one) => one.includes('TRUSTED'));
}

/** Kills the service, and starts it again at the same ports. */
async function killAndRestart(): Promise<void> {
  await server.end('SIGKILL');
  await until(() => processesWith(`GOAL_API_URL=http://127.0.0.1:${ports.api}\0`).length === 0);
  server = await start();
  make = await processes.admin(server, database.url, randomUUID());
}

describe.each(proxyNames)('behind %s, as docs/operations/proxies sets it up', (name) => {
  let proxy: RunningProxy;
  beforeAll(async () => {
    proxy = startProxy(name, certificates.base, ports);
    await untilListening(proxy);
  });
  afterAll(() => proxy.stop());

  it('the walk of the README leads from an empty account to the events of a group', async () => {
    const out = await run(walk.replace(/^API=.*$/m, `API=${publicUrl('api')}${api}`), {}).output;
    expect(out).toContain('{"accepted":1,"duplicates":0,"rejected":[]}');
    expect(out.split('Deleted the user jo')).toHaveLength(3);
  });

  it('the documentation names the public address, and a body of nearly 4 MiB arrives', async () => {
    const { text } = await ask('api', `${api}/docs/mcp`);
    expect(text).toContain(`<code>${publicUrl('api')}${api}/mcp`);
    const events = Array.from({ length: 1000 }, () => makeEvent({ message: 'x'.repeat(3900) }));
    const answer = await ask('api', `${api}/events`, {
      method: 'POST',
      headers: { ...bearer(site.token), 'x-site-domain': site.domain },
      body: JSON.stringify({ events }),
    });
    expect([answer.status, answer.text]).toEqual([200, '{"accepted":1000,"duplicates":0,"rejected":[]}']);
  });

  it('a long poll of the tail is answered by the event for which it waits', async () => {
    const waiting = tail(`?after=${(await tail('')).next_after}&wait=30`);
    await until(async () => {
      const { text } = await server.call('GET', '/metrics', { root: true });
      return /^goal_tail_waiting_requests 1$/m.test(text);
    });
    await make.ingest(site, [makeEvent({ message: name })]);
    expect((await waiting).events).toEqual([{ message: name }]);
  });

  it('an AI tool asks over MCP', async () => {
    const call = (method: string, params: object) =>
      ask('api', `${api}/mcp`, {
        method: 'POST',
        headers: { ...bearer(account.token), accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
    const clientInfo = { name: 'test', version: '1' };
    const begun = await call('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    expect([begun.status, begun.text]).toEqual([200, expect.stringContaining('"protocolVersion":"2025-06-18"')]);
    expect((await call('tools/call', { name: 'get_account', arguments: {} })).text).toContain(account.id);
  });

  it('R§10.8 people sign in over https, and the brakes hold for each visitor, whatever address they claim', async () => {
    const { email, cookie } = await join();
    expect(cookie).toMatch(/^__Host-goal_session=/);
    const me = await ask('dashboard', '/api/trpc/me.get', { headers: { cookie } });
    expect([me.status, me.text]).toEqual([200, expect.stringContaining(email)]);
    const [braked, other] = ['127.0.0.4', '127.0.0.5'];
    await db.work.query(
      'insert into brake values ($1, 99, clock_timestamp()) on conflict (subject) do update set spent = 99, at = clock_timestamp()',
      [createHash('sha256').update(`address ${braked}`).digest()],
    );
    const guess = async (from: string, claimed: string) => {
      const body = { email: `${randomUUID()}@example.com`, password: 'not the right one' };
      return (await enter('password', body, from, { 'x-forwarded-for': claimed })).status;
    };
    expect(await guess(braked, '203.0.113.1')).toBe(401);
    expect(await guess(braked, '203.0.113.2')).toBe(429);
    expect(await guess(braked, '203.0.113.3, 203.0.113.4')).toBe(429);
    expect(await guess(other, braked)).toBe(401);
    const again = await enter('password', { email, password }, other);
    expect([again.status, cookieOf(again)]).toEqual([200, expect.stringMatching(/^__Host-goal_session=goal_sess_/)]);
    expect(await concerns()).toEqual([]);
  });

  it('the console answers the private network alone', async () => {
    const from = (address: string) => ask('console', '/login', { from: address });
    expect((await from('127.0.0.2')).status).toBe(200);
    expect(
      await from('127.0.0.3').then(
        ({ status }) => status,
        () => 403,
      ),
    ).toBe(403);
  });

  it('R§9.12 the commands of README and guide take whole exports, while a tail waits for its 30 s', async () => {
    const silent = tail(`?after=${(await tail('')).next_after}&wait=30`);
    for (const sample of exportSamples) {
      const { key } = await make.makeAccountKey(account);
      expect([sample, await run(sample, exporting(key)).output]).toEqual([
        sample,
        expect.not.stringContaining('cut off'),
      ]);
    }
    expect((await silent).events).toEqual([]);
  });

  it('R§9.12 they say so when the key is revoked in the middle of an export', async () => {
    const said = await cutOff((prefixes) =>
      Promise.all(prefixes.map((prefix) => make.admin('DELETE', `/accounts/${large.id}/keys/${prefix}`))),
    );
    expect(said).toEqual(exportSamples.map(() => expect.stringContaining('cut off')));
  });

  it('R§9.12 and when the service is killed', async () => {
    const said = await cutOff(killAndRestart);
    expect(said).toEqual(exportSamples.map(() => expect.stringContaining('cut off')));
  });
});

it('R§10.8 behind nginx without the line that appends the address the status says so', async () => {
  const proxy = startProxy('nginx', certificates.base, ports, (text) => text.replace(/^.*X-Forwarded-For .*;$/m, ''));
  try {
    await untilListening(proxy);
    for (let visit = 0; visit < 5; visit += 1)
      await enter('password', { email: `${randomUUID()}@example.com`, password: 'not it, surely' }, '127.0.0.6');
    await until(async () => (await concerns()).length > 0);
    expect(await concerns()).toEqual([expect.stringMatching(/^Visitors reach the dashboard without their address/)]);
  } finally {
    await proxy.stop();
  }
});
