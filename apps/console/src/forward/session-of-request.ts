import 'server-only';

import { env } from '../env.ts';
import { cookieName, openSeal, unlessEnded, type Session, type SignedIn } from '../session/seal.ts';

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
  const wanted = `${cookieName()}=`;
  const seal = header?.split(/; */).find((one) => one.startsWith(wanted));
  return seal === undefined ? undefined : unlessEnded(await sessionOf(seal.slice(wanted.length)));
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

/**
 * A `Set-Cookie` that removes the session's cookie from this browser. It does not end the session:
 * the API refused its token, and will refuse it to other tabs too.
 */
export const cookieRemoval = (): string =>
  `${cookieName()}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict${env().secure ? '; Secure' : ''}`;
