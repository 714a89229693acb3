import { readdirSync, readFileSync } from 'node:fs';

import { madeInvitationShape } from '@goal/contract';
import { until, waitLimitMs } from '@goal/db/testing';
import { expect } from 'vitest';

import type { Factory } from '../harness/factory.ts';

/** The console of a server process, as a browser reaches it. */
export type Console = {
  origin: string;
  /** Its running processes. */
  pids: () => number[];
  /** A variable that the service passed to it. */
  told: (name: string) => string | undefined;
  /**
   * A request as its own pages send it, with the Origin and an optional session cookie. Redirects
   * are not followed.
   */
  fetch: (path: string, options?: Asked) => Promise<Response>;
  /** Exchanges a token for a session; resolves to the cookie as a browser sends it. */
  signIn: (token: string) => Promise<string>;
  /** The console's answer about a session. */
  session: (cookie: string) => Promise<unknown>;
};

type Asked = { method?: string; cookie?: string; headers?: Record<string, string>; body?: string };

/** Waits until a server has printed the address of its console. */
export async function openConsole(server: { printed: () => string; origin: string }): Promise<Console> {
  const said = () => /\n {2}(Console .*)\n/.exec(server.printed())?.[1];
  await until(
    () => said() !== undefined,
    () => `no word of a console:\n${server.printed()}`,
  );
  const listening = () => /"console":"([^"]+)"/.exec(server.printed())?.[1];
  await until(
    () => listening() !== undefined || said()?.startsWith('Console not') === true,
    () => 'never told in the log',
  );
  const origin = listening()?.replace('//0.0.0.0:', '//127.0.0.1:');
  if (origin === undefined) throw new Error(`${said()} (npm test builds it: node apps/cli/bin/run.mjs setup)`);
  const api = new URL(server.origin).port;

  const ask: Console['fetch'] = (path, { method = 'GET', cookie, headers = {}, body } = {}) =>
    fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(method === 'GET' ? {} : { origin, 'content-type': 'application/json' }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(waitLimitMs),
    });
  const pids = (): number[] => processesWith(`GOAL_API_URL=http://127.0.0.1:${api}\0`);
  return {
    origin,
    pids,
    told: (name) =>
      pids()
        .flatMap((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'))
        .find((one) => one.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    fetch: ask,
    async signIn(token) {
      const answer = await ask('/api/sign-in', { method: 'POST', body: JSON.stringify({ token }) });
      expect(answer.status, await answer.text()).toBe(204);
      return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    },
    session: async (cookie) => (await ask('/api/session', { cookie })).json(),
  };
}

/**
 * Processes whose initial environment holds a text. The command line does not help, because Next
 * overwrites it.
 */
export function processesWith(text: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').includes(text) ? [Number(name)] : [];
    } catch {
      // The process has ended.
      return [];
    }
  });
}

/**
 * Has an operator invite somebody to a new account, and joins as them by the dashboard's own route,
 * as a page of `origin` does. Returns the cookie that the dashboard sets, without its secret.
 */
export async function joinBy(
  { makeAccount, admin }: Pick<Factory, 'makeAccount' | 'admin'>,
  askDashboard: (to: string, init: RequestInit) => Promise<Response>,
  origin: string,
): Promise<string | undefined> {
  const { id } = await makeAccount();
  const invited = await admin('POST', `/accounts/${id}/invitations`, { body: { email: 'jo@example.com' } });
  const { link } = invited.as(201, madeInvitationShape);
  const answer = await askDashboard('/api/entry/join', {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URL(link).hash.slice(1), name: 'Jo', password: 'correct horse battery' }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  return answer.headers.get('set-cookie')?.replace(/(?<==goal_sess_)[a-z0-9]{8}_[A-Za-z0-9]{32,}(?=;)/, '…');
}
