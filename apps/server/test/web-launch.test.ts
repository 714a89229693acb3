import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

import { freshDatabase, inLongRun, waitLimitMs } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { joinBy, openConsole, processesWith, type Console } from './processes/console.ts';
import { freePort, openProcesses, until, type Processes, type ServerProcess, type StartOptions } from './processes.ts';

let processes: Processes;
let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  processes = openProcesses();
  database = await freshDatabase();
});
afterAll(async () => {
  await processes.end();
  await database.drop();
});

type Started = {
  server: ServerProcess;
  console: Console;
  /** Asks the dashboard by the address 127.0.0.1. Redirects are not followed. */
  askDashboard: (to: string, init?: RequestInit) => Promise<Response>;
  dashboardPort: number;
};

/** Starts both web apps with a service. A start is dear: the tests of a `describe` share one. */
async function start({ env, ...options }: StartOptions = {}): Promise<Started> {
  const server = await processes.start({
    databaseUrl: database.url,
    ...options,
    env: { CONSOLE_PORT: '0', DASHBOARD_PORT: '0', ...env },
  });
  const console = await openConsole(server);
  const listening = () => /"dashboard":"http:\/\/[^"]+:(\d+)"/.exec(server.printed())?.[1];
  await until(
    () => server.printed().includes('Ctrl-C') && /"dashboard":|Dashboard not/.test(server.printed()),
    () => `no dashboard:\n${server.printed()}`,
  );
  expect(listening(), server.printed()).toBeDefined();
  const dashboardPort = Number(listening());
  return {
    server,
    console,
    dashboardPort,
    askDashboard: (to, init = {}) =>
      fetch(`http://127.0.0.1:${dashboardPort}${to}`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(waitLimitMs),
        ...init,
      }),
  };
}

/** Starts a service with the console alone. */
async function startConsole({ env, ...options }: StartOptions) {
  const server = await processes.start({
    databaseUrl: database.url,
    ...options,
    env: { CONSOLE_PORT: '0', ...env },
  });
  return { server, console: await openConsole(server) };
}
const admin = (server: ServerProcess, name: string) => processes.admin(server, database.url, name);

describe('R§10.1 console and dashboard beside the service', () => {
  let folder: string;
  let started: Started;
  let cookie: string;
  let secretAtFirst: string;
  beforeAll(async () => {
    folder = processes.folder();
    started = await start({ folder });
    cookie = await started.console.signIn((await admin(started.server, 'kept')).token);
    secretAtFirst = readFileSync(path.join(folder, 'console-secret'), 'utf8');
  });

  it('each prints its address, the dashboard by the name localhost, and answers there', async () => {
    const { server, console, dashboardPort, askDashboard } = started;
    expect(server.printed()).toContain(`\n  Console     ${console.origin}\n`);
    expect(server.printed()).toContain(`\n  Dashboard   http://localhost:${dashboardPort}\n`);
    expect(await (await console.fetch('/api/health')).json()).toEqual({ ok: true });
    expect(await (await askDashboard('/api/health')).json()).toEqual({ ok: true });
    expect(console.pids()).toHaveLength(2);
  });

  it('the dashboard sends a page of 127.0.0.1 to the printed address', async () => {
    const moved = await started.askDashboard('/join?x=1');
    expect([moved.status, moved.headers.get('location')]).toEqual([
      308,
      `http://localhost:${started.dashboardPort}/join?x=1`,
    ]);
  });

  it('R§10.8 the dashboard’s process has the proof for `entry.*`, and neither the secret behind it nor the database', () => {
    const secret = readFileSync(path.join(folder, 'dashboard-secret'), 'utf8').trim();
    const [pid] = pidsOf(started.console, 'DASHBOARD_DOOR');
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    expect(variables.some((one) => /^DASHBOARD_DOOR=[\w-]{43}$/.test(one))).toBe(true);
    expect(variables.some((one) => one.includes(secret) || one.includes(database.url))).toBe(false);
    expect(variables.map((one) => one.split('=')[0])).not.toContain('PATH');
  });

  it('the console restarts with a log line when it dies', async () => {
    const { server, console } = started;
    const [first] = pidsOf(console, 'CONSOLE_SECRET');
    if (first === undefined) throw new Error('no process of the console');
    process.kill(first, 'SIGKILL');
    await until(async () => {
      const [now] = pidsOf(console, 'CONSOLE_SECRET');
      if (now === undefined || now === first) return false;
      return (await console.fetch('/api/health').catch(() => undefined))?.ok === true;
    });
    expect(server.printed()).toContain('the console ended; it is started again after a pause');
    await until(() => server.printed().includes('"the console answers again"'));
    expect(server.printed().split('the console answers again')).toHaveLength(2);
    expect((await server.call('GET', '/readyz', { root: true })).status).toBe(200);
  });

  it('both end with the service', async () => {
    expect((await started.server.end()).code).toBe(0);
    expect(started.console.pids()).toEqual([]);
  });

  it('the key of the console’s sessions is created once, readable only by its owner, and kept with the data, so a restart signs nobody out', async () => {
    const file = path.join(folder, 'console-secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const second = await startConsole({ folder });
    expect(readFileSync(file, 'utf8')).toBe(secretAtFirst);
    expect(await second.console.session(cookie)).toMatchObject({ signedIn: true, name: 'kept' });
    expect(second.server.printed() + started.server.printed()).not.toContain(secretAtFirst.trim());
    await second.server.end();
  });
});

/** The processes of a service's web apps that got a variable. Only one of the apps gets it. */
function pidsOf(console: Console, variable: 'CONSOLE_SECRET' | 'DASHBOARD_DOOR'): number[] {
  const having = processesWith(`${variable}=`);
  return console.pids().filter((pid) => having.includes(pid));
}

inLongRun(() => {
  describe('console and dashboard where others can reach them without https', () => {
    let started: Started;
    beforeAll(async () => {
      started = await start({ env: { HOST: '0.0.0.0' } });
    });

    it('warn that tokens and passwords travel unencrypted', () => {
      expect(started.server.printed()).toContain('admin tokens travel in the clear');
      expect(started.server.printed()).toContain('passwords travel in the clear');
    });

    it('do not outlive a killed service', async () => {
      expect(started.console.pids()).toHaveLength(2);
      await started.server.end('SIGKILL');
      await until(
        () => started.console.pids().length === 0,
        () => 'an app outlives the service',
      );
    });
  });

  it('console and dashboard beside a proxy warn of their own ports, of a host that they share, and of a proxy that nobody trusts', async () => {
    const { server, console, dashboardPort } = await start({
      env: {
        HOST: '0.0.0.0',
        CONSOLE_URL: 'https://goal.example.com:8443',
        DASHBOARD_URL: 'https://goal.example.com',
      },
    });
    expect(server.printed()).not.toMatch(/(tokens|passwords) travel in the clear/);
    expect(console.told('GOAL_API_PUBLIC_URL')).toBeUndefined();
    const { port } = new URL(console.origin);
    expect(server.printed()).toContain(`The console's port ${port} listens without TLS on 0.0.0.0`);
    expect(server.printed()).toContain(`The dashboard's port ${dashboardPort} listens without TLS on 0.0.0.0`);
    expect(server.printed()).toContain('Console     https://goal.example.com:8443\n');
    expect(server.printed()).toContain('CONSOLE_URL and DASHBOARD_URL share a host');
    expect(server.printed()).toContain('TRUSTED_PROXIES is 0');
    await server.end();
  });
});

describe('console and dashboard behind proxies of https', () => {
  const consoleUrl = 'https://console.example.com';
  const dashboardUrl = 'https://goal.example.com';
  let started: Started;
  beforeAll(async () => {
    started = await start({
      env: {
        CONSOLE_URL: consoleUrl,
        DASHBOARD_URL: dashboardUrl,
        API_URL: 'https://API.example.com/v1/goal/',
        TRUSTED_PROXIES: '1',
      },
    });
  });
  afterAll(() => started.server.end());

  it('print their public addresses, warn of nothing, and tell customers the address of the API', () => {
    const { server, console } = started;
    expect(server.printed()).toContain(`\n  Console     ${consoleUrl}\n`);
    expect(server.printed()).toContain(`\n  Dashboard   ${dashboardUrl}\n`);
    expect(server.printed()).not.toMatch(/share a host|TRUSTED_PROXIES|in the clear|without TLS/);
    expect(console.told('GOAL_API_PUBLIC_URL')).toBe('https://api.example.com/v1/goal');
  });

  it('a page of 127.0.0.1 is not sent elsewhere', async () => {
    expect((await started.askDashboard('/sign-in')).status).toBe(200);
  });

  it('R§10.26 the dashboard’s cookie is Secure, bound to the host and kept for 30 days, and a POST must come from DASHBOARD_URL', async () => {
    const signOut = (headers: Record<string, string>) =>
      started.askDashboard('/api/entry/sign-out', { method: 'POST', headers });
    const own = `http://127.0.0.1:${started.dashboardPort}`;
    for (const foreign of ['https://evil.example', 'http://goal.example.com', own])
      expect((await signOut({ origin: foreign })).status).toBe(403);
    const answer = await signOut({ origin: dashboardUrl });
    expect(answer.status).toBe(204);
    const rest = 'HttpOnly; SameSite=Lax; Secure';
    expect(answer.headers.get('set-cookie')).toBe(`__Host-goal_session=; Path=/; Max-Age=0; ${rest}`);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const given = await joinBy(await admin(started.server, 'mia'), started.askDashboard, dashboardUrl);
    expect(given).toBe(`__Host-goal_session=goal_sess_…; Path=/; Max-Age=2592000; ${rest}`);
  });

  it('the console’s cookie is Secure and host-only, the origin is the public one, and every answer has HSTS', async () => {
    const { console, server } = started;
    const { token } = await admin(server, 'jo');
    const ask = (from: string) =>
      console.fetch('/api/sign-in', { method: 'POST', headers: { origin: from }, body: JSON.stringify({ token }) });
    const given = (await ask(consoleUrl)).headers.get('set-cookie') ?? '';
    expect(given).toMatch(/^__Host-goal_console=Fe26.*; Secure/);
    expect(await console.session(given.split(';')[0] ?? '')).toMatchObject({ signedIn: true });
    expect(await console.session(given.split(';')[0]?.replace('__Host-', '') ?? '')).toEqual({ signedIn: false });
    expect((await ask(console.origin)).status).toBe(403);
    for (const to of ['/login', '/api/session', '/none', '/%'])
      expect((await console.fetch(to)).headers.get('strict-transport-security'), to).toMatch(/^max-age=\d{8}$/);
  });
});

describe('a start without console or dashboard', () => {
  it('a port in use stops only the console, and the log says so in a sentence', async () => {
    const taken = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
    try {
      const server = await processes.start({ databaseUrl: database.url, env: { CONSOLE_PORT: String(port) } });
      const sentence = `Console not started: port ${port} is in use; set CONSOLE_PORT.`;
      await until(() => server.printed().includes(`\n  ${sentence}\n`));
      expect((await server.call('GET', '/readyz', { root: true })).status).toBe(200);
      await server.end();
    } finally {
      await new Promise((resolve) => taken.close(resolve));
    }
  });

  it('R§10.1 CONSOLE_PORT=off and DASHBOARD_PORT=off start none and print no address', async () => {
    const env = { CONSOLE_PORT: 'off', DASHBOARD_PORT: 'off' };
    const server = await processes.start({ databaseUrl: database.url, env });
    await until(() => server.printed().includes('Ctrl-C'));
    expect(server.printed()).not.toMatch(/Console |Dashboard /);
    await server.end();
  });

  it('invalid variables stop the start with a sentence each, without repeating a value', async () => {
    const people = { SIGN_IN: 'sso', OIDC_ISSUER: 'http://leak.example.com', SIGN_UP: 'on', OPERATOR_EMAIL: 'leak' };
    const { code, stderr } = await processes.refused({
      databaseUrl: database.url,
      env: {
        API_URL: 'leak.example.com',
        CONSOLE_PORT: 'leak',
        CONSOLE_URL: 'https://leak.example.com/path',
        CONSOLE_SECRET: 'leak',
        DASHBOARD_PORT: 'leak',
        DASHBOARD_URL: 'https://leak.example/path',
        TRUSTED_PROXIES: '-1',
        ...people,
      },
    });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'API_URL must be the public origin of the API, as https://api.example.com',
      'OPERATOR_EMAIL must be an e-mail, as night@example.com',
      'CONSOLE_PORT must be a port number, 0 to 65535, or off',
      'CONSOLE_URL must be the public origin of the console, as https://console.example.com',
      'CONSOLE_SECRET must be one or more passwords of at least 32 characters each, newest first, separated by commas',
      'DASHBOARD_PORT must be a port number, 0 to 65535, or off',
      'DASHBOARD_URL must be the public origin of the dashboard, as https://goal.example.com',
      'TRUSTED_PROXIES must be how many proxies stand in front of the dashboard, 0 to 9',
      'OIDC_ISSUER must be the https address of the provider of single sign-on (http on this machine alone), as https://login.example.com',
      'SIGN_IN=sso needs OIDC_ISSUER: without a provider nobody could sign in',
      'SIGN_UP=on needs SMTP_URL: a free account begins with a code by mail',
      'SIGN_UP=on and SIGN_IN=sso exclude each other: a free account begins with a code by mail',
    ]);
  });
});
