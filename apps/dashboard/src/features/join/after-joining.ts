import type { InvitationView } from '@goal/contract';
/**
 * The page of the account that was just joined. The start page leads on, where the list of accounts
 * cannot be had.
 */
export async function pathOfNewAccount({ account_email }: Pick<InvitationView, 'account_email'>): Promise<string> {
  const memberships = await membershipsOfMe();
  const joined = memberships.find((one) => one.account_email === account_email);
  return joined === undefined ? '/' : `/a/${joined.account_id}`;
}

type Me = { email: string; memberships: { account_id: string; account_email: string }[] };

/** The person who is signed in in this browser; undefined if nobody is. */
export async function whoIsSignedIn(): Promise<Me | undefined> {
  try {
    const answer = await fetch('/api/trpc/me.get', { signal: AbortSignal.timeout(30_000) });
    // The form of an answer over native tRPC; a refusal has no result.
    const { result } = (await answer.json()) as { result?: { data: Me } };
    return result?.data;
  } catch {
    return undefined;
  }
}

const membershipsOfMe = async (): Promise<Me['memberships']> => (await whoIsSignedIn())?.memberships ?? [];
