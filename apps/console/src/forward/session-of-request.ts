import 'server-only';

import { cookie, openSeal, unlessEnded, type Session, type SignedIn } from '../session/seal.ts';

/**
 * The sessions of seals that were opened within the last minute. A page sends several requests a
 * second, and opening a seal takes longer than forwarding a request.
 */
const recent = new Map<string, { session: Session; until: number }>();
const recentMaxCount = 1000;
const recentMaxAgeMs = 60_000;

/**
 * Who has signed in, by the `Cookie` header of a request. Undefined if the cookie is missing,
 * expired or not ours, or if its session was ended.
 */
export async function signedInBy(header: string | null): Promise<SignedIn | undefined> {
  const seal = cookie().valueIn(header);
  return seal === undefined ? undefined : unlessEnded(await sessionOf(seal));
}

async function sessionOf(seal: string): Promise<Session | undefined> {
  const known = recent.get(seal);
  if (known !== undefined && known.until > Date.now()) return known.session;
  const session = await openSeal(seal);
  if (session === undefined) return undefined;
  recent.delete(seal);
  recent.set(seal, { session, until: Date.now() + recentMaxAgeMs });
  const [oldest] = recent.keys();
  if (recent.size > recentMaxCount && oldest !== undefined) recent.delete(oldest);
  return session;
}
