import type { Role } from '@goal/contract';
import { type BrowserContext, request } from '@playwright/test';

import { goal } from '../service/goal.ts';
import type { Session } from '../service/sign-in.ts';
import { world } from '../service/world.ts';
import { makeAccount, unique, type Account } from './operator.ts';

/** A person who has joined an account, as another browser is signed in. */
export type Member = { email: string; password: string; account: { id: string; email: string }; session: Session };

/** A password that no list knows. */
export const password = 'four harbour bakery lamps';

/** Invites somebody on the server; resolves to the secret of the link. */
export async function invite(
  account: { id: string },
  { email = `jo-${unique()}@example.com`, role = 'owner' }: { email?: string; role?: Role } = {},
): Promise<{ email: string; secret: string }> {
  const printed = await goal(world().dataDir, 'invite', email, '--account', account.id, '--role', role, '--json');
  // One JSON object with the link.
  const { link } = JSON.parse(printed) as { link: string };
  return { email, secret: secretOf(link) };
}

/** What stands behind `#` in the link of an invitation. */
export const secretOf = (link: string): string => new URL(link).hash.slice(1);

/** Joins by the dashboard's own route, as its page does. Resolves to the cookies of a browser. */
export async function join(secret: string, body: object = { password }): Promise<Session> {
  const { dashboard } = world();
  const browser = await request.newContext({ baseURL: dashboard, extraHTTPHeaders: { origin: dashboard } });
  try {
    const answer = await browser.post('/api/entry/join', { data: { token: secret, ...body } });
    if (!answer.ok()) throw new Error(`the dashboard did not let in: ${answer.status()} ${await answer.text()}`);
    return await browser.storageState();
  } finally {
    await browser.dispose();
  }
}

/** Signs in by the dashboard's own route; resolves to the cookies of a browser. */
export async function signInByPassword(email: string): Promise<Session> {
  const { dashboard } = world();
  const browser = await request.newContext({ baseURL: dashboard, extraHTTPHeaders: { origin: dashboard } });
  try {
    const answer = await browser.post('/api/entry/password', { data: { email, password } });
    if (!answer.ok()) throw new Error(`the dashboard did not sign in: ${answer.status()} ${await answer.text()}`);
    return await browser.storageState();
  } finally {
    await browser.dispose();
  }
}

/** Makes a member with a password, of an account of their own unless one is given. */
export async function makeMember({
  account,
  role = 'owner',
  plan = 'pro',
}: { account?: Pick<Account, 'id' | 'email'>; role?: Role; plan?: string } = {}): Promise<Member> {
  const joined = account ?? (await makeAccount({ plan }));
  const { email, secret } = await invite(joined, { role });
  return { email, password, account: joined, session: await join(secret) };
}

/**
 * Invites somebody as an owner does on the page of the members, to one group or to the whole
 * account. Resolves to the secret of the link.
 */
export async function inviteAs(
  owner: Member,
  { email, role = 'viewer', group }: { email: string; role?: Role; group?: { id: string } },
): Promise<string> {
  const { dashboard } = world();
  const browser = await request.newContext({
    baseURL: dashboard,
    storageState: owner.session,
    extraHTTPHeaders: { origin: dashboard, 'x-goal-account': owner.account.id },
  });
  try {
    const data = { email, role, group_id: group?.id ?? null };
    const answer = await browser.post('/api/trpc/dashboard.members.invite', { data });
    if (!answer.ok()) throw new Error(`the invitation was refused: ${answer.status()} ${await answer.text()}`);
    // The answer of the procedure over native tRPC.
    const { result } = (await answer.json()) as { result: { data: { link: string } } };
    return secretOf(result.data.link);
  } finally {
    await browser.dispose();
  }
}

/** Makes a member of the owner's account who sees one group alone. */
export async function makeClient(
  owner: Member,
  group: { id: string },
  { role = 'viewer', email = `mia-${unique()}@client.test` }: { role?: Role; email?: string } = {},
): Promise<Member> {
  const session = await join(await inviteAs(owner, { email, role, group }));
  return { email, password, account: owner.account, session };
}

/** Signs a browser in as a member. */
export const signInAs = (context: BrowserContext, { session }: Pick<Member, 'session'>): Promise<void> =>
  context.addCookies(session.cookies);
