import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { processesOnDatabase, until } from './processes.ts';
import { joinBy } from './processes/console.ts';
import { startWebApps, type WebApps } from './processes/web-apps.ts';

const { processes, databaseUrl, admin } = await processesOnDatabase();

describe('console and dashboard behind proxies of https', () => {
  const consoleUrl = 'https://console.example.com';
  const dashboardUrl = 'https://goal.example.com';
  let started: WebApps;
  beforeAll(async () => {
    started = await startWebApps(processes, {
      databaseUrl,
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

  it('the samples of the documentation show API_URL, whatever host a proxy passes on', async () => {
    for (const host of ['127.0.0.1:4000', 'backend.internal']) {
      const { text } = await started.server.call('GET', '/docs/mcp', { headers: { Host: host } });
      expect(text).toContain('<code>https://api.example.com/v1/goal/mcp');
      expect(text).not.toContain(host);
    }
  });

  it('R§10.8 R§9.1 status, and one line of the log, say that visitors come without their address, whatever others forge', async () => {
    const { server, askDashboard } = started;
    const { token } = await admin(server, 'watch');
    const sign = async (headers: Record<string, string>): Promise<void> => {
      const body = JSON.stringify({ token: 'x' });
      const own = { origin: dashboardUrl, 'content-type': 'application/json', ...headers };
      expect((await askDashboard('/api/entry/invitation', { method: 'POST', headers: own, body })).status).toBe(404);
    };
    const concerns = async (): Promise<string[]> => {
      const { body } = await server.call('GET', '/admin/status', { token });
      return z
        .object({ concerns: z.array(z.string()) })
        .parse(body)
        .concerns.filter((one) => /TRUSTED/.test(one));
    };
    for (let visit = 0; visit < 7; visit += 1) await sign({ 'x-forwarded-for': `198.51.100.${visit}` });
    for (let visit = 0; visit < 4; visit += 1) await sign({});
    expect(await concerns()).toEqual([]);
    await sign({});
    await sign({ 'x-forwarded-for': '198.51.100.9' });
    await until(async () => (await concerns()).length > 0);
    expect(await concerns()).toEqual([expect.stringMatching(/^Visitors reach the dashboard without their address/)]);
    // The right header for long enough, and the wrong one again: the log has said it.
    for (let visit = 0; visit < 21; visit += 1) await sign({ 'x-forwarded-for': '198.51.100.9' });
    await until(async () => (await concerns()).length === 0);
    for (let visit = 0; visit < 6; visit += 1) await sign({});
    await until(async () => (await concerns()).length > 0);
    expect(server.printed().split('Visitors reach the dashboard without their address')).toHaveLength(2);
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
    expect(given).toMatch(/^__Host-goal_console=goal_opse_.*; Secure/);
    expect(await console.session(given.split(';')[0] ?? '')).toMatchObject({ signedIn: true });
    expect(await console.session(given.split(';')[0]?.replace('__Host-', '') ?? '')).toEqual({ signedIn: false });
    expect((await ask(console.origin)).status).toBe(403);
    for (const to of ['/login', '/api/session', '/none', '/%'])
      expect((await console.fetch(to)).headers.get('strict-transport-security'), to).toMatch(/^max-age=\d{8}$/);
  });
});
