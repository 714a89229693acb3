import 'server-only';

import { cookies } from 'next/headers';

import { endForGood } from './ended.ts';
import { cookie, openSeal, sealSession, sessionSeconds, unlessEnded, type Session, type SignedIn } from './seal.ts';

/**
 * Who has signed in. Undefined if the cookie is missing, expired or not ours, or if its session was
 * ended.
 */
export async function signedIn(): Promise<SignedIn | undefined> {
  return unlessEnded(await opened());
}

/** Begins a session in this browser. */
export async function beginSession(who: SignedIn): Promise<void> {
  const { name, attributes } = cookie();
  (await cookies()).set(name, await sealSession(who), { ...attributes, maxAge: sessionSeconds });
}

/** Ends this browser's session, for every copy of its cookie. */
export async function endSession(): Promise<void> {
  const session = await opened();
  if (session !== undefined) endForGood(session.id, Date.now() + sessionSeconds * 1000);
  const { name, attributes } = cookie();
  (await cookies()).set(name, '', { ...attributes, maxAge: 0 });
}

const opened = async (): Promise<Session | undefined> => openSeal((await cookies()).get(cookie().name)?.value);
