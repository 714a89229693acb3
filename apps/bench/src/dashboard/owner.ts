import type { Browser } from '@playwright/test';

import type { Service } from '../world/service.ts';
import type { DashboardWorld } from './world.ts';

const password = 'four harbour bakery lamps';

/** Makes an account as the operator, and its owner, who joins with a password. */
export async function makeOwner(
  browser: Browser,
  { service, dashboard, token }: { service: Service; dashboard: string; token: string },
): Promise<Pick<DashboardWorld, 'account' | 'owner'>> {
  const email = 'owner@bench.example.com';
  const { id = '' } = await post(service, { token, path: '/accounts', body: { email, plan: 'pro' } });
  const { link = '' } = await post(service, { token, path: `/accounts/${id}/invitations`, body: { email } });
  const context = await browser.newContext();
  try {
    const answer = await context.request.post(`${dashboard}/api/entry/join`, {
      headers: { origin: dashboard },
      data: { token: new URL(link).hash.slice(1), password },
    });
    if (!answer.ok()) throw new Error(`the owner did not join: ${answer.status()} ${await answer.text()}`);
    return { account: { id }, owner: { email, password, session: await context.storageState() } };
  } finally {
    await context.close();
  }
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
