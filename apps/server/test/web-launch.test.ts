import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

import { inAllRun, inLongRun } from '@goal/db/testing';
import { beforeAll, describe, expect, it } from 'vitest';

import { openConsole, processesWith, type Console } from './processes/console.ts';
import { startWebApps, type WebApps } from './processes/web-apps.ts';
import { freePort, processesOnDatabase, until, type StartOptions } from './processes.ts';

const { processes, databaseUrl, admin } = await processesOnDatabase();

const start = (options: StartOptions = {}) => startWebApps(processes, { databaseUrl, ...options });

/** Starts a service with the console alone. */
async function startConsole({ env, ...options }: StartOptions) {
  const server = await processes.start({
    databaseUrl,
    ...options,
    env: { CONSOLE_PORT: '0', ...env },
  });
  return { server, console: await openConsole(server) };
}

describe('R§10.1 console and dashboard beside the service', () => {
  let folder: string;
  let started: WebApps;
  let cookie: string;
  let secretAtFirst: string;
  beforeAll(async () => {
    folder = processes.folder();
    started = await start({ folder });
    cookie = await started.console.signIn((await admin(started.server, 'kept')).token);
    secretAtFirst = readFileSync(path.join(folder, 'dashboard-secret'), 'utf8');
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

  it('R§10.8 R§8.b18 each app’s process has the proof for `entry.*`, and neither the secret behind it nor the database', () => {
    const secret = readFileSync(path.join(folder, 'dashboard-secret'), 'utf8').trim();
    for (const door of ['DASHBOARD_DOOR', 'CONSOLE_DOOR'] as const) {
      const [pid] = pidsOf(started.console, door);
      const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      expect(variables.some((one) => new RegExp(`^${door}=[\\w-]{43}$`).test(one))).toBe(true);
      expect(variables.some((one) => one.includes(secret) || one.includes(databaseUrl))).toBe(false);
      expect(variables.map((one) => one.split('=')[0])).not.toContain('PATH');
    }
  });

  inAllRun(() => {
    it('the console restarts with a log line when it dies', async () => {
      const { server, console } = started;
      const [first] = pidsOf(console, 'CONSOLE_DOOR');
      if (first === undefined) throw new Error('no process of the console');
      process.kill(first, 'SIGKILL');
      await until(async () => {
        const [now] = pidsOf(console, 'CONSOLE_DOOR');
        if (now === undefined || now === first) return false;
        return (await console.fetch('/api/health').catch(() => undefined))?.ok === true;
      });
      expect(server.printed()).toContain('the console ended; it is started again after a pause');
      await until(() => server.printed().includes('"the console answers again"'));
      expect(server.printed().split('the console answers again')).toHaveLength(2);
      expect((await server.call('GET', '/readyz', { root: true })).status).toBe(200);
    });
  });

  it('both end with the service', async () => {
    expect((await started.server.end()).code).toBe(0);
    expect(started.console.pids()).toEqual([]);
  });

  inAllRun(() => {
    it('the dashboard’s secret is created once, readable only by its owner, and kept with the data; a restart signs nobody out of the console', async () => {
      const file = path.join(folder, 'dashboard-secret');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const second = await startConsole({ folder });
      expect(readFileSync(file, 'utf8')).toBe(secretAtFirst);
      expect(await second.console.session(cookie)).toMatchObject({ signedIn: true, name: 'kept' });
      expect(second.server.printed() + started.server.printed()).not.toContain(secretAtFirst.trim());
      await second.server.end();
    });
  });
});

/** The processes of a service's web apps that got a variable. Only one of the apps gets it. */
function pidsOf(console: Console, variable: 'CONSOLE_DOOR' | 'DASHBOARD_DOOR'): number[] {
  const having = processesWith(`${variable}=`);
  return console.pids().filter((pid) => having.includes(pid));
}

inLongRun(() => {
  describe('console and dashboard where others can reach them without https', () => {
    let started: WebApps;
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

describe('a start without console or dashboard', () => {
  inAllRun(() => {
    it('a port in use stops only the console, and the log says so in a sentence', async () => {
      const taken = createServer();
      const port = await freePort();
      await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
      try {
        const server = await processes.start({ databaseUrl, env: { CONSOLE_PORT: String(port) } });
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
      const server = await processes.start({ databaseUrl, env });
      await until(() => server.printed().includes('Ctrl-C'));
      expect(server.printed()).not.toMatch(/Console |Dashboard /);
      await server.end();
    });
  });

  it('invalid variables stop the start with a sentence each, without repeating a value', async () => {
    const people = { SIGN_IN: 'sso', OIDC_ISSUER: 'http://leak.example.com', SIGN_UP: 'on', OPERATOR_EMAIL: 'leak' };
    const { code, stderr } = await processes.refused({
      databaseUrl,
      env: {
        API_URL: 'leak.example.com',
        CONSOLE_PORT: 'leak',
        CONSOLE_URL: 'https://leak.example.com/path',
        DASHBOARD_SECRET: 'leak',
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
      'DASHBOARD_PORT must be a port number, 0 to 65535, or off',
      'DASHBOARD_URL must be the public origin of the dashboard, as https://goal.example.com',
      'DASHBOARD_SECRET must be one or more passwords of at least 32 characters each, newest first, separated by commas',
      'TRUSTED_PROXIES must be how many proxies stand in front of the dashboard, 0 to 9',
      'OIDC_ISSUER must be the https address of the provider of single sign-on (http on this machine alone), as https://login.example.com',
      'SIGN_IN=sso needs OIDC_ISSUER: without a provider nobody could sign in',
      'SIGN_UP=on needs SMTP_URL: a free account begins with a code by mail',
      'SIGN_UP=on and SIGN_IN=sso exclude each other: a free account begins with a code by mail',
    ]);
  });
});
