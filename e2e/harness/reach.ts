import { type APIRequestContext, type APIResponse, request } from '@playwright/test';
import type { Role } from '@goal/contract';

import type { Session } from '../service/sign-in.ts';
import { world } from '../service/world.ts';
import { join, type Member, secretOf } from './member.ts';
import { unique } from './operator.ts';

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
      if (isChange) return browser.post(path, { data: input, headers });
      return browser.get(`${path}?${new URLSearchParams({ input: JSON.stringify(input) })}`, { headers });
    },
    open: (path) => browser.get(path),
    close: () => browser.dispose(),
  };
}

/** Invites somebody, as pages do. Resolves to the e-mail, the invitation's id and its secret. */
export async function inviteAs(
  { account, session }: Pick<Member, 'account' | 'session'>,
  { role, group }: { role: Role; group?: { id: string } },
): Promise<{ email: string; id: string; secret: string }> {
  const owner = await openTypist(session);
  const email = `mia-${unique()}@client.test`;
  const input = { email, role, group_id: group?.id ?? null };
  const answer = await owner.call('dashboard.members.invite', { account: account.id, input, isChange: true });
  if (!answer.ok()) throw new Error(`${email} was not invited: ${await answer.text()}`);
  // The form of an answer over native tRPC.
  const { result } = (await answer.json()) as { result: { data: { id: string; link: string } } };
  await owner.close();
  return { email, id: result.data.id, secret: secretOf(result.data.link) };
}

/** Adds a member to an account, who has no way to sign in again. */
export async function addColleague(
  owner: Pick<Member, 'account' | 'session'>,
  { name = 'Mia', ...who }: { role: Role; group?: { id: string }; name?: string },
): Promise<{ email: string; session: Session }> {
  const { email, secret } = await inviteAs(owner, who);
  return { email, session: await join(secret, { name }) };
}
