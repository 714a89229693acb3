import { waitLimitMs } from '@goal/db/testing';
import { expect } from 'vitest';

import { until, type Processes, type ServerProcess, type StartOptions } from '../processes.ts';
import { openConsole, type Console } from './console.ts';

/** A service with both web apps. */
export type WebApps = {
  server: ServerProcess;
  console: Console;
  /** Asks the dashboard by the address 127.0.0.1. Redirects are not followed. */
  askDashboard: (to: string, init?: RequestInit) => Promise<Response>;
  dashboardPort: number;
};

/** Starts both web apps with a service. A start is dear: the tests of a `describe` share one. */
export async function startWebApps(processes: Processes, { env, ...options }: StartOptions): Promise<WebApps> {
  const server = await processes.start({
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
