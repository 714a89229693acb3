import type { Role } from '@goal/contract';
import { type BrowserContext, type Page, request } from '@playwright/test';

import type { Session } from '../service/sign-in.ts';
import { pastTheService } from '../service/past.ts';
import { world } from '../service/world.ts';
import { admin, makeAccount, unique, type Account } from './operator.ts';

/** A person who has joined an account, as another browser is signed in. */
export type Member = { email: string; password: string; account: { id: string; email: string }; session: Session };

/** A password that no list knows. */
export const password = 'four harbour bakery lamps';

/** Invites the first owner of an account as the operator; resolves to the secret of the link. */
export async function invite(
  { id }: { id: string },
  { email = `jo-${unique()}@example.com`, role = 'owner' }: { email?: string; role?: Role } = {},
): Promise<{ email: string; secret: string }> {
  const { link } = await admin().accounts.invitations.create.mutate({ id, email, role });
  return { email, secret: secretOf(link) };
}

/** The secret behind `#` in the link of an invitation. */
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
  plan = 'pro',
}: { account?: Pick<Account, 'id' | 'email'>; plan?: string } = {}): Promise<Member> {
  const joined = account ?? (await makeAccount({ plan }));
  return joinWithPassword(joined, await invite(joined));
}

/**
 * Invites somebody as a member does on the page of the members, to one group or to the whole
 * account. Resolves to the e-mail, the invitation's id and the secret of its link.
 */
export async function inviteAs(
  { account, session }: Pick<Member, 'account' | 'session'>,
  {
    email = `mia-${unique()}@client.test`,
    role = 'viewer',
    group,
  }: { email?: string; role?: Role; group?: { id: string } } = {},
): Promise<{ email: string; id: string; secret: string }> {
  const { dashboard } = world();
  const browser = await request.newContext({
    baseURL: dashboard,
    storageState: session,
    extraHTTPHeaders: { origin: dashboard, 'x-goal-account': account.id },
  });
  try {
    const data = { email, role, group_id: group?.id ?? null };
    const answer = await browser.post('/api/trpc/dashboard.members.invite', { data });
    if (!answer.ok()) throw new Error(`the invitation was refused: ${answer.status()} ${await answer.text()}`);
    // The answer of the procedure over native tRPC.
    const { result } = (await answer.json()) as { result: { data: { id: string; link: string } } };
    return { email, id: result.data.id, secret: secretOf(result.data.link) };
  } finally {
    await browser.dispose();
  }
}

/** Makes a member with a password, invited by a member: of one group, or of the whole account. */
export async function makeColleague(
  owner: Member,
  who: { role?: Role; email?: string; group?: { id: string } },
): Promise<Member> {
  return joinWithPassword(owner.account, await inviteAs(owner, who));
}

async function joinWithPassword(
  account: Member['account'],
  { email, secret }: { email: string; secret: string },
): Promise<Member> {
  return { email, password, account, session: await join(secret) };
}

/** Signs a browser in as a member. */
export const signInAs = (context: BrowserContext, { session }: Pick<Member, 'session'>): Promise<void> =>
  context.addCookies(session.cookies);

/** Has a member use the tab. The open page goes first: it would ask in another name. */
export async function signInInstead(page: Page, { session }: Pick<Member, 'session'>): Promise<void> {
  // No page, and in the tab's process.
  await page.goto('/api/health');
  await page.context().clearCookies();
  await page.context().addCookies(session.cookies);
}

/** Proves the e-mail of a member who joined by a copied link. */
export const proveEmail = ({ email }: Pick<Member, 'email'>): Promise<void> =>
  pastTheService(world(), `UPDATE person SET email_proven_at = clock_timestamp() WHERE email = '${email}'`);
