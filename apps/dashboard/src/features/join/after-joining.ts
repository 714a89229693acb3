import { rememberPerson } from '../../lib/person-of-page.ts';

/**
 * The page of the account that was just joined. The start page leads on after a new way in, and
 * where the list of accounts cannot be had.
 */
export async function pathOfNewAccount({ account_email }: { account_email?: string }): Promise<string> {
  const me = await whoIsSignedIn();
  const joined = me?.memberships.find((one) => one.account_email === account_email);
  return joined === undefined ? '/' : `/a/${joined.account_id}`;
}

type Me = { id: string; email: string; memberships: { account_id: string; account_email: string }[] };

/**
 * The person who is signed in in this browser, for whom the page is drawn from now on; undefined if
 * nobody is.
 */
export async function whoIsSignedIn(): Promise<Me | undefined> {
  try {
    const answer = await fetch('/api/trpc/me.get', { signal: AbortSignal.timeout(30_000) });
    // The form of an answer over native tRPC; a refusal has no result.
    const { result } = (await answer.json()) as { result?: { data: Me } };
    rememberPerson(result?.data.id);
    return result?.data;
  } catch {
    return undefined;
  }
}
