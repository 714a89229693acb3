import { chmodSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

import { freshDatabase } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { keptSecret } from '../src/kept-secret.ts';
import { openConsole, type Console } from './processes/console.ts';
import { freePort, openProcesses, until, type Processes, type StartOptions } from './processes.ts';

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

async function start({ env, ...options }: StartOptions = {}) {
  const server = await processes.start({
    databaseUrl: database.url,
    ...options,
    env: { CONSOLE_PORT: '0', ...env },
  });
  return { server, console: await openConsole(server) };
}
const admin = (server: Parameters<Processes['admin']>[0], name: string) => processes.admin(server, database.url, name);
const gone = (console: Console) =>
  until(
    () => console.pids().length === 0,
    () => 'the console outlives the service',
  );

describe('the console beside the service', () => {
  it('prints its address, answers there, and ends with the service', async () => {
    const { server, console } = await start();
    expect(await (await console.fetch('/api/health')).json()).toEqual({ ok: true });
    expect(console.pids()).toHaveLength(1);
    const { code } = await server.end();
    expect(code).toBe(0);
    expect(console.pids()).toEqual([]);
  });

  it('restarts with a log line when it dies, and does not outlive a killed service', async () => {
    const { server, console } = await start();
    const [first] = console.pids();
    if (first === undefined) throw new Error('no process of the console');
    process.kill(first, 'SIGKILL');
    await until(async () => {
      const [now] = console.pids();
      if (now === undefined || now === first) return false;
      return (await console.fetch('/api/health').catch(() => undefined))?.ok === true;
    });
    expect(server.printed()).toContain('the console ended; it is started again after a pause');
    await until(() => server.printed().includes('"the console answers again"'));
    expect(server.printed().split('the console answers again')).toHaveLength(2);
    expect((await server.call('GET', '/readyz', { root: true })).status).toBe(200);
    await server.end('SIGKILL');
    await gone(console);
  });

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

  it('CONSOLE_PORT=off starts no console and prints no address', async () => {
    const server = await processes.start({ databaseUrl: database.url, env: { CONSOLE_PORT: 'off' } });
    await until(() => server.printed().includes('Ctrl-C'));
    expect(server.printed()).not.toContain('Console ');
    await server.end();
  });

  it('warns that tokens travel unencrypted when others can reach it without https', async () => {
    const open = await start({ env: { HOST: '0.0.0.0' } });
    expect(open.server.printed()).toContain('admin tokens travel in the clear');
    await open.server.end();
    const closed = await start({ env: { HOST: '0.0.0.0', CONSOLE_URL: 'https://console.example.com' } });
    expect(closed.server.printed()).not.toContain('admin tokens travel in the clear');
    expect(closed.console.told('GOAL_API_PUBLIC_URL')).toBeUndefined();
    const { port } = new URL(closed.console.origin);
    expect(closed.server.printed()).toContain(`The console's port ${port} listens without TLS on 0.0.0.0`);
    expect(closed.server.printed()).toContain('Console     https://console.example.com\n');
    await closed.server.end();
    const within = await start({
      env: { CONSOLE_URL: 'https://console.example.com', API_URL: 'https://API.example.com/' },
    });
    expect(within.server.printed()).not.toMatch(/in the clear|without TLS/);
    // The address that it tells customers to call.
    expect(within.console.told('GOAL_API_PUBLIC_URL')).toBe('https://api.example.com/v1/goal');
    await within.server.end();
  });

  it('invalid variables stop the start with a sentence each, without repeating a value', async () => {
    const { code, stderr } = await processes.refused({
      databaseUrl: database.url,
      env: {
        API_URL: 'leak.example.com',
        CONSOLE_PORT: 'leak',
        CONSOLE_URL: 'https://leak.example.com/path',
        CONSOLE_SECRET: 'leak',
        SIGN_IN: 'sso',
        OIDC_ISSUER: 'http://leak.example.com',
      },
    });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'API_URL must be the public origin of the API, as https://api.example.com',
      'CONSOLE_PORT must be a port number, 0 to 65535, or off',
      'CONSOLE_URL must be the public origin of the console, as https://console.example.com',
      'CONSOLE_SECRET must be one or more passwords of at least 32 characters each, newest first, separated by commas',
      'OIDC_ISSUER must be the https address of the provider of single sign-on (http on this machine alone), as https://login.example.com',
      'SIGN_IN=sso needs OIDC_ISSUER: without a provider nobody could sign in',
    ]);
  });
});

describe('the key of the sessions', () => {
  it('is created once, readable only by its owner, and kept with the data, so a restart signs nobody out', async () => {
    const folder = processes.filledFolder();
    const first = await start({ folder });
    const { token } = await admin(first.server, 'kept');
    const cookie = await first.console.signIn(token);
    const file = path.join(folder, 'console-secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const secret = readFileSync(file, 'utf8');
    await first.server.end();

    const second = await start({ folder });
    expect(readFileSync(file, 'utf8')).toBe(secret);
    expect(await second.console.session(cookie)).toMatchObject({ signedIn: true, name: 'kept' });
    expect(second.server.printed() + first.server.printed()).not.toContain(secret.trim());
    await second.server.end();
  });

  it('becomes private again when a copy had made it readable to others', async () => {
    const folder = processes.folder();
    const file = path.join(folder, 'console-secret');
    const secret = await keptSecret(folder, 'console-secret');
    chmodSync(file, 0o644);
    expect(await keptSecret(folder, 'console-secret')).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is the same for two simultaneous starts', async () => {
    const folder = path.join(processes.folder(), 'new');
    const all = await Promise.all(Array.from({ length: 20 }, () => keptSecret(folder, 'console-secret')));
    expect(new Set(all)).toHaveProperty('size', 1);
    expect(all[0]).toBe(readFileSync(path.join(folder, 'console-secret'), 'utf8').trim());
  });

  it('CONSOLE_SECRET rotates: the new value goes first, and the old one is removed later', async () => {
    const [a, b] = ['a'.repeat(32), 'b'.repeat(40)];
    const withOld = await start({ env: { CONSOLE_SECRET: a } });
    const { token } = await admin(withOld.server, 'turned');
    const old = await withOld.console.signIn(token);
    await withOld.server.end();

    const withBoth = await start({ env: { CONSOLE_SECRET: `${b}, ${a}` } });
    expect(await withBoth.console.session(old)).toMatchObject({ signedIn: true });
    const renewed = await withBoth.console.signIn(token);
    await withBoth.server.end();

    const withNew = await start({ env: { CONSOLE_SECRET: b } });
    expect(await withNew.console.session(renewed)).toMatchObject({ signedIn: true });
    expect(await withNew.console.session(old)).toEqual({ signedIn: false });
    await withNew.server.end();
  });
});
