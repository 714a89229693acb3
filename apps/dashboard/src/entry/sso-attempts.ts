import 'server-only';

import type { IncomingMessage } from 'node:http';

import { type SessionCookie, sessionCookie } from '@goal/ui/server/session-cookie.ts';

import { env } from '../env.ts';
import { nextPath } from '../session/next-path.ts';

/** What this browser keeps of a sign-in by single sign-on that it has begun. */
export type SsoAttempt = {
  /** To sign in, to confirm that it is the same person, or one that has signed somebody in. */
  kind: 'enter' | 'confirm' | 'done';
  /** The attempt at the API; empty for one that is done. */
  ceremony: string;
  /** The page to open afterwards. */
  next: string;
};

/**
 * How long, in seconds, the browser keeps the way back. The attempt itself ends before (rulings
 * §10.14).
 */
const keptSeconds = 3600;
/** Attempts that a browser keeps: a head of a request has room for a few. */
const keptAttempts = 4;
/** Longest way back, in characters, that is kept for a sign-in that is refused. */
const nextLength = 1000;

/**
 * A cookie for each attempt, by the `state` that comes back with the answer, so that each tab
 * finishes its own, and no other browser finishes it.
 */
const cookieOf = (state: string): SessionCookie =>
  sessionCookie({ name: `${plainName}${state}`, isSecure: env().isSecure, sameSite: 'lax' });
const plainName = 'goal_sso_';

/** The attempt that an answer of the provider belongs to; undefined for none of this browser. */
export function attemptOf({ headers }: IncomingMessage, state: string): SsoAttempt | undefined {
  const [kind, ceremony = '', next = ''] =
    cookieOf(state)
      .valueIn(headers.cookie ?? null)
      ?.split('.') ?? [];
  if (kind !== 'enter' && kind !== 'confirm' && kind !== 'done') return undefined;
  return { kind, ceremony, next: nextPath(Buffer.from(next, 'base64url').toString()) };
}

/** The `Set-Cookie` lines that keep an attempt, and give up the oldest ones beyond a few. */
export function keepingAttempt({ headers }: IncomingMessage, state: string, attempt: SsoAttempt): string[] {
  const { kind, ceremony, next } = attempt;
  const way = next.length > nextLength ? '' : Buffer.from(next).toString('base64url');
  const { name } = cookieOf('');
  const others = (headers.cookie?.split(/; */) ?? [])
    .map((one) => one.split('=')[0] ?? '')
    .filter((one) => one.startsWith(name) && one !== `${name}${state}`)
    .map((one) => one.slice(name.length));
  // Browsers send the oldest first.
  const surplus = others.slice(0, Math.max(0, others.length - keptAttempts + 1));
  return [
    cookieOf(state).setting([kind, ceremony, way].join('.'), keptSeconds),
    ...surplus.map((one) => cookieOf(one).removal),
  ];
}

export const endingAttempt = (state: string): string => cookieOf(state).removal;
