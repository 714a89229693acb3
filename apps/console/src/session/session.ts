import 'server-only';

import { adminScopes } from '@goal/contract';
import { sealData, unsealData } from 'iron-session';
import { cookies } from 'next/headers';
import { z } from 'zod';

import { env } from '../env.ts';

const shape = z.object({ token: z.string(), name: z.string(), prefix: z.string(), scope: z.enum(adminScopes) });

/** Who has signed in. Only the token decides what they may; the rest is for showing. */
export type SignedIn = z.infer<typeof shape>;

const cookie = 'goal_console';
/** Seconds that a session lasts. */
const lifetime = 12 * 3600;

/**
 * Who has signed in, whichever of the passwords sealed the cookie; undefined for a cookie that is missing, expired or not ours. The passwords are
 * tried in turn: iron-session would find one by its place in the list, which changes when another is added or taken away.
 */
export async function signedIn(): Promise<SignedIn | undefined> {
  const seal = (await cookies()).get(cookie)?.value;
  if (seal === undefined) return undefined;
  for (const password of env().secrets) {
    const { data } = shape.safeParse(await unsealData(seal, { password, ttl: lifetime }));
    if (data !== undefined) return data;
  }
  return undefined;
}

/** Begins a session in this browser, sealed with the newest password. */
export async function beginSession(who: SignedIn): Promise<void> {
  const seal = await sealData(who, { password: env().secrets[0], ttl: lifetime });
  (await cookies()).set(cookie, seal, { ...manners(), maxAge: lifetime });
}

/** Ends it. */
export async function endSession(): Promise<void> {
  (await cookies()).set(cookie, '', { ...manners(), maxAge: 0 });
}

const manners = () => ({ httpOnly: true, sameSite: 'strict' as const, secure: env().secure, path: '/' });
