import 'server-only';

import { limits } from '@goal/contract';
import { type SessionCookie, sessionCookie } from '@goal/ui/server/session-cookie.ts';

import { env } from '../env.ts';

/** Lax: people come by links from mails, and a Strict cookie would stay behind on the way. */
export const cookie = (): SessionCookie =>
  sessionCookie({ name: 'goal_session', isSecure: env().isSecure, sameSite: 'lax' });

/** rulings §10.4 */
export const sessionSeconds = limits.session.days * 86_400;
