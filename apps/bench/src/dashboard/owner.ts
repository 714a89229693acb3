import type { Browser } from '@playwright/test';

import type { Service } from '../world/service.ts';
import { Sessions } from './sessions.ts';
import type { Owner } from './world.ts';

const password = 'four harbour bakery lamps';
/** Enough that calls one after the other stay below 20 a second for each session. */
const sessionCount = 12;

/** Where owners are made: the operator API and the dashboard. */
type Doors = { service: Service; dashboard: string; token: string };

/** Invites somebody to an account as the operator, who joins with a password. */
export async function makeOwner(
  browser: Browser,
  { service, dashboard, token }: Doors,
  { id, email }: { id: string; email: string },
): Promise<Owner> {
  const { link = '' } = await post(service, { token, path: `/accounts/${id}/invitations`, body: { email } });
  const enter = async (path: string, data: object) => {
    const context = await browser.newContext();
    try {
      const answer = await context.request.post(`${dashboard}/api/entry/${path}`, {
        headers: { origin: dashboard },
        data,
      });
      if (!answer.ok()) throw new Error(`the owner did not come in: ${answer.status()} ${await answer.text()}`);
      return await context.storageState();
    } finally {
      await context.close();
    }
  };
  const session = await enter('join', { token: new URL(link).hash.slice(1), password });
  const tokens: string[] = [];
  for (let nth = 0; nth < sessionCount; nth += 1) {
    const { cookies } = await enter('password', { email, password });
    tokens.push(...cookies.filter(({ name }) => name === 'goal_session').map(({ value }) => value));
  }
  return { email, password, browser: session, sessions: new Sessions(tokens) };
}

/** Makes something by the operator API. Its answers here are objects of strings. */
async function post(
  { origin }: Service,
  { token, path, body }: { token: string; path: string; body: object },
): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/v1/goal/admin${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST /admin${path}: ${answer.status} ${text}`);
  // The cast trusts the service's own answer.
  return JSON.parse(text) as Record<string, string>;
}
