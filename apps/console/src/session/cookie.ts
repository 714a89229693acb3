import 'server-only';

import { limits, parseToken } from '@goal/contract';
import { type SessionCookie, sessionCookie } from '@goal/ui/server/session-cookie.ts';

import { env } from '../env.ts';

/** Strict: no other site can open a page of the console in which the operator is signed in. */
export const cookie = (): SessionCookie =>
  sessionCookie({ name: 'goal_console', isSecure: env().isSecure, sameSite: 'strict' });

/** rulings §8 */
export const sessionSeconds = limits.operatorSession.hours * 3600;

/** The session's token; undefined for a text that is none. The API judges it at every request. */
export const sessionIn = (text: string | undefined): string | undefined =>
  text !== undefined && parseToken(text)?.kind === 'operatorSession' ? text : undefined;
