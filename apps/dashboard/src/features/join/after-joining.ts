import { rememberPerson } from '../../lib/person-of-page.ts';

/** The page of the account just joined; the start page where the list cannot be had. */
export async function pathOfNewAccount({ account_email }: { account_email?: string }): Promise<string> {
  const me = await whoIsSignedIn();
  const joined = me?.memberships.find((one) => one.account_email === account_email);
  return joined === undefined ? '/' : `/a/${joined.account_id}`;
}

type Me = { id: string; email: string; memberships: { account_id: string; account_email: string }[] };

/** The person of this browser's session, for whom the page is drawn from now on. */
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
