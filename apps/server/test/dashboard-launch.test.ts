import { readFileSync } from 'node:fs';
import path from 'node:path';

import { freshDatabase, waitLimitMs } from '@goal/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { processesWith } from './processes/console.ts';
import { openProcesses, until, type Processes, type ServerProcess } from './processes.ts';

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

async function start(env: Record<string, string> = {}, folder?: string) {
  const server = await processes.start({
    databaseUrl: database.url,
    env: { DASHBOARD_PORT: '0', ...env },
    ...(folder === undefined ? {} : { folder }),
  });
  const listening = () => /"dashboard":"http:\/\/[^"]+:(\d+)"/.exec(server.printed())?.[1];
  await until(
    () => listening() !== undefined,
    () => `no dashboard:\n${server.printed()}`,
  );
  await until(() => server.printed().includes('Ctrl-C'));
  return { server, port: Number(listening()) };
}

const ask = (port: number, to: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${to}`, { redirect: 'manual', signal: AbortSignal.timeout(waitLimitMs), ...init });

/** The environment of the dashboard's process. */
function environmentOf(server: ServerProcess): string[] {
  const { port } = new URL(server.origin);
  const [pid] = processesWith(`GOAL_API_URL=http://127.0.0.1:${port}\0`);
  return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
}

describe('R§10.1 the dashboard beside the service', () => {
  it('prints its address by the name localhost, answers there, and ends with the service', async () => {
    const { server, port } = await start();
    expect(server.printed()).toContain(`\n  Dashboard   http://localhost:${port}\n`);
    expect(await (await ask(port, '/api/health')).json()).toEqual({ ok: true });
    const api = new URL(server.origin).port;
    expect((await server.end()).code).toBe(0);
    expect(processesWith(`GOAL_API_URL=http://127.0.0.1:${api}\0`)).toEqual([]);
  });

  it('DASHBOARD_PORT=off starts none and prints no address', async () => {
    const server = await processes.start({ databaseUrl: database.url, env: { DASHBOARD_PORT: 'off' } });
    await until(() => server.printed().includes('Ctrl-C'));
    expect(server.printed()).not.toContain('Dashboard ');
    await server.end();
  });

  it('sends a page of 127.0.0.1 to the printed address, but not behind a proxy that has an address of its own', async () => {
    const { server, port } = await start();
    const moved = await ask(port, '/join?x=1');
    expect([moved.status, moved.headers.get('location')]).toEqual([308, `http://localhost:${port}/join?x=1`]);
    await server.end();
    const behind = await start({ DASHBOARD_URL: 'https://goal.example.com', TRUSTED_PROXIES: '1' });
    expect((await ask(behind.port, '/sign-in')).status).toBe(200);
    expect(behind.server.printed()).toContain('\n  Dashboard   https://goal.example.com\n');
    await behind.server.end();
  });

  it('R§10.8 its process has the proof for `entry.*`, and neither the secret behind it nor the database', async () => {
    const folder = processes.filledFolder();
    const { server } = await start({}, folder);
    const secret = readFileSync(path.join(folder, 'dashboard-secret'), 'utf8').trim();
    const variables = environmentOf(server);
    expect(variables.some((one) => /^DASHBOARD_DOOR=[\w-]{43}$/.test(one))).toBe(true);
    expect(variables.some((one) => one.includes(secret) || one.includes(database.url))).toBe(false);
    expect(variables.map((one) => one.split('=')[0])).not.toContain('PATH');
    await server.end();
  });
});

describe('R§10.26 the cookie and the origin behind https', () => {
  it('the cookie is Secure and bound to the host, and a POST must come from DASHBOARD_URL', async () => {
    const origin = 'https://goal.example.com';
    const { server, port } = await start({ DASHBOARD_URL: origin, TRUSTED_PROXIES: '1' });
    const signOut = (headers: Record<string, string>) => ask(port, '/api/entry/sign-out', { method: 'POST', headers });
    for (const foreign of ['https://evil.example', 'http://goal.example.com', `http://127.0.0.1:${port}`])
      expect((await signOut({ origin: foreign })).status).toBe(403);
    const answer = await signOut({ origin });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toBe(
      '__Host-goal_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    );
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    await server.end();
  });
});

describe('warnings', () => {
  it('passwords in the clear, a host shared with the console, and a proxy that nobody trusts', async () => {
    const open = await start({ HOST: '0.0.0.0' });
    expect(open.server.printed()).toContain('passwords travel in the clear');
    await open.server.end();
    const shared = await start({
      CONSOLE_PORT: '0',
      CONSOLE_URL: 'https://goal.example.com:8443',
      DASHBOARD_URL: 'https://goal.example.com',
    });
    expect(shared.server.printed()).toContain('CONSOLE_URL and DASHBOARD_URL share a host');
    expect(shared.server.printed()).toContain('TRUSTED_PROXIES is 0');
    await shared.server.end();
    const good = await start({
      CONSOLE_PORT: '0',
      CONSOLE_URL: 'https://console.example.com',
      DASHBOARD_URL: 'https://goal.example.com',
      TRUSTED_PROXIES: '1',
    });
    expect(good.server.printed()).not.toMatch(/share a host|TRUSTED_PROXIES|in the clear/);
    await good.server.end();
  });

  it('invalid variables stop the start with a sentence each', async () => {
    const { code, stderr } = await processes.refused({
      databaseUrl: database.url,
      env: { DASHBOARD_PORT: 'leak', DASHBOARD_URL: 'https://a.example/path', TRUSTED_PROXIES: '-1' },
    });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'DASHBOARD_PORT must be a port number, 0 to 65535, or off',
      'DASHBOARD_URL must be the public origin of the dashboard, as https://goal.example.com',
      'TRUSTED_PROXIES must be how many proxies stand in front of the dashboard, 0 to 9',
    ]);
  });
});
