import 'server-only';

import { randomUUID } from 'node:crypto';

import { adminScopes } from '@goal/contract';
import { sealData, unsealData } from 'iron-session';
import { cookies } from 'next/headers';
import { z } from 'zod';

import { env } from '../env.ts';
import { endForGood, isEnded } from './ended.ts';

const shape = z.object({
  id: z.uuid(),
  token: z.string(),
  name: z.string(),
  prefix: z.string(),
  scope: z.enum(adminScopes),
});

type Session = z.infer<typeof shape>;
/** Who has signed in. Only the token decides what they may; the rest is for showing. */
export type SignedIn = Omit<Session, 'id'>;

/** A browser takes the prefixed one only from this very host, over https: no neighbour under the same domain can plant one. */
const cookie = (): string => (env().secure ? '__Host-goal_console' : 'goal_console');
/** Seconds that a session lasts. */
const lifetime = 12 * 3600;

/** Who has signed in; undefined for a cookie that is missing, expired or not ours, and for a session that was ended. */
export async function signedIn(): Promise<SignedIn | undefined> {
  return living(await opened());
}

/** The same, of a request that Next does not know: from its `Cookie` header. */
export async function signedInBy(header: string | null): Promise<SignedIn | undefined> {
  const wanted = `${cookie()}=`;
  const seal = header?.split(/; */).find((one) => one.startsWith(wanted));
  return living(await remembered(seal?.slice(wanted.length)));
}

/** Seals that were opened within the last minute: a page asks several times in a second, and to open one takes longer than to pass a request on. */
const lately = new Map<string, { session: Session; until: number }>();
const [mostRemembered, memory] = [1000, 60_000];

async function remembered(seal: string | undefined): Promise<Session | undefined> {
  const known = lately.get(seal ?? '');
  if (known !== undefined && known.until > Date.now()) return known.session;
  const session = await unsealed(seal);
  if (session === undefined || seal === undefined) return undefined;
  lately.delete(seal);
  lately.set(seal, { session, until: Date.now() + memory });
  const [oldest] = lately.keys();
  if (lately.size > mostRemembered && oldest !== undefined) lately.delete(oldest);
  return session;
}

const living = (session: Session | undefined): Session | undefined =>
  session === undefined || isEnded(session.id) ? undefined : session;

/** Begins a session in this browser, sealed with the newest password. */
export async function beginSession(who: SignedIn): Promise<void> {
  const session: Session = { ...who, id: randomUUID() };
  const seal = await sealData(session, { password: env().secrets[0], ttl: lifetime });
  (await cookies()).set(cookie(), seal, { ...manners(), maxAge: lifetime });
}

/** Ends it, for every copy of its cookie. */
export async function endSession(): Promise<void> {
  const session = await opened();
  if (session !== undefined) endForGood(session.id, Date.now() + lifetime * 1000);
  (await cookies()).set(cookie(), '', { ...manners(), maxAge: 0 });
}

/** The `Set-Cookie` that takes the cookie out of this browser. What ended the session is judged elsewhere: other tabs that ask at the same time hear it too. */
export const cookieThatForgets = (): string =>
  `${cookie()}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict${env().secure ? '; Secure' : ''}`;

const opened = async (): Promise<Session | undefined> => unsealed((await cookies()).get(cookie())?.value);

/**
 * What the cookie holds, whichever of the passwords sealed it. They are tried in turn: iron-session would find one by its place in the list, which
 * changes when another is added or taken away.
 */
async function unsealed(seal: string | undefined): Promise<Session | undefined> {
  if (seal === undefined) return undefined;
  for (const password of env().secrets) {
    const { data } = shape.safeParse(await unsealedWith(password, seal));
    if (data !== undefined) return data;
  }
  return undefined;
}

/** undefined for whatever is not a seal: iron-session throws for some of it. */
async function unsealedWith(password: string, seal: string): Promise<unknown> {
  try {
    return await unsealData(seal, { password, ttl: lifetime });
  } catch {
    return undefined;
  }
}

const manners = () => ({ httpOnly: true, sameSite: 'strict' as const, secure: env().secure, path: '/' });
