import { setTimeout as pause } from 'node:timers/promises';

import { type APIRequestContext, type APIResponse, request } from '@playwright/test';
import type { Role } from '@goal/contract';

import type { Session } from '../service/sign-in.ts';
import { world } from '../service/world.ts';
import { inviteAs, join, password, type Member } from './member.ts';

/** A browser of somebody, without a window: what its pages ask, and what a person can type. */
export type Typist = {
  session: Session;
  /** Calls a procedure as a page does; `account` is the account that the page is about. */
  call: (procedure: string, how?: { account?: string; input?: object; isChange?: boolean }) => Promise<APIResponse>;
  /** Opens an address, without its scripts. */
  open: (path: string) => Promise<APIResponse>;
  close: () => Promise<void>;
};

export async function openTypist(session: Session): Promise<Typist> {
  const { dashboard } = world();
  const browser: APIRequestContext = await request.newContext({
    baseURL: dashboard,
    storageState: session,
    extraHTTPHeaders: { origin: dashboard },
  });
  return {
    session,
    call(procedure, { account, input = {}, isChange = false } = {}) {
      const headers = account === undefined ? {} : { 'x-goal-account': account };
      const path = `/api/trpc/${procedure}`;
      if (isChange) return withinRate(() => browser.post(path, { data: input, headers }));
      const query = new URLSearchParams({ input: JSON.stringify(input) });
      return withinRate(() => browser.get(`${path}?${query}`, { headers }));
    },
    open: (path) => browser.get(path),
    close: () => browser.dispose(),
  };
}

/** Asks again once the rate allows it: all procedures are more than a hundred (rulings §10.7). */
async function withinRate(ask: () => Promise<APIResponse>): Promise<APIResponse> {
  for (;;) {
    const answer = await ask();
    // Without the header the answer breaks the contract: the test gets it and judges it.
    const waitMs = 1000 * Number(answer.headers()['retry-after'] ?? NaN);
    if (answer.status() !== 429 || Number.isNaN(waitMs)) return answer;
    await pause(waitMs);
  }
}

/** Adds a member to an account. */
export async function addColleague(
  owner: Pick<Member, 'account' | 'session'>,
  { name = 'Mia', ...who }: { role: Role; group?: { id: string }; name?: string },
): Promise<{ email: string; session: Session }> {
  const { email, secret } = await inviteAs(owner, who);
  return { email, session: await join(secret, { name, password }) };
}
