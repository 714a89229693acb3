import 'server-only';

import type { IncomingMessage, ServerResponse } from 'node:http';

import { removedWays } from '@goal/contract';
import { z } from 'zod';

import { env } from '../env.ts';
import { removedCookie } from '../lib/removed-ways.ts';
import { cookie, sessionSeconds } from '../session/cookie.ts';
import { callApi } from './call-api.ts';

const beganShape = z.looseObject({ token: z.string(), removed: z.array(z.enum(removedWays)).optional() });

/** Seconds that the news of removed ways waits for a page. */
const removedSeconds = 600;

/**
 * Hands a new session to the browser: the token becomes its cookie. Returns the rest of the answer,
 * which a body may hold. The browser's session from before ends, because nobody could reach it any
 * more. An answer without a token is returned as it is.
 */
export function beginSession(req: IncomingMessage, res: ServerResponse, data: unknown): unknown {
  const began = beganShape.safeParse(data);
  if (!began.success) return data;
  const { token, ...rest } = began.data;
  const before = tokenOf(req);
  res.appendHeader('Set-Cookie', cookie().setting(token, sessionSeconds));
  const { removed = [] } = began.data;
  if (removed.length > 0)
    res.appendHeader(
      'Set-Cookie',
      `${removedCookie}=${removed.join('.')}; Path=/; Max-Age=${removedSeconds}; SameSite=Lax${env().isSecure ? '; Secure' : ''}`,
    );
  if (before !== undefined && before !== token) void callApi('me.signOut', { token: before });
  return rest;
}

/** The session's token in a request; undefined if nobody is signed in. */
export function tokenOf({ headers }: IncomingMessage): string | undefined {
  return cookie().valueIn(headers.cookie ?? null);
}
