import 'server-only';

import { limits } from '@goal/contract';
import { type SessionCookie, sessionCookie } from '@goal/ui/server/session-cookie.ts';

import { env } from '../env.ts';

/**
 * The cookie that holds a session's token. Lax: people come by links from mails, chats and tickets,
 * and a Strict cookie would stay behind on the way.
 */
export const cookie = (): SessionCookie =>
  sessionCookie({ name: 'goal_session', isSecure: env().isSecure, sameSite: 'lax' });

/** rulings §10.4 */
export const sessionSeconds = limits.session.days * 86_400;
