import 'server-only';

import { randomUUID } from 'node:crypto';

import { adminScopes } from '@goal/contract';
import { type SessionCookie, sessionCookie } from '@goal/ui/server/session-cookie.ts';
import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';

import { env } from '../env.ts';
import { isEnded } from './ended.ts';

const shape = z.object({
  id: z.uuid(),
  token: z.string(),
  name: z.string(),
  prefix: z.string(),
  scope: z.enum(adminScopes),
});

export type Session = z.infer<typeof shape>;
/** Who has signed in. The API judges the token; the other fields are for display. */
export type SignedIn = Omit<Session, 'id'>;

/** Strict: no other site can open a page of the console in which the operator is signed in. */
export const cookie = (): SessionCookie =>
  sessionCookie({ name: 'goal_console', isSecure: env().isSecure, sameSite: 'strict' });
export const sessionSeconds = 12 * 3600;

/** A new session, sealed with the newest password. */
export function sealSession(who: SignedIn): Promise<string> {
  const session: Session = { ...who, id: randomUUID() };
  return sealData(session, { password: env().secrets[0], ttl: sessionSeconds });
}

/**
 * The session that a cookie holds, whichever password sealed it; undefined if the cookie is
 * missing, expired or not ours. The passwords are tried in turn: iron-session would find one by its
 * place in the list, and places change when a password is added or removed.
 */
export async function openSeal(seal: string | undefined): Promise<Session | undefined> {
  if (seal === undefined) return undefined;
  for (const password of env().secrets) {
    const { data } = shape.safeParse(await unsealedWith(password, seal));
    if (data !== undefined) return data;
  }
  return undefined;
}

/** undefined for anything that is not a seal: iron-session throws for some such texts. */
async function unsealedWith(password: string, seal: string): Promise<unknown> {
  try {
    return await unsealData(seal, { password, ttl: sessionSeconds });
  } catch {
    return undefined;
  }
}

export const unlessEnded = (session: Session | undefined): Session | undefined =>
  session === undefined || isEnded(session.id) ? undefined : session;
