import 'server-only';

import type { IncomingMessage, ServerResponse } from 'node:http';

import { createForwarder } from '@goal/ui/server/forward.ts';

import { refuse } from '../entry/answer.ts';
import { isFromOwnPage } from '../entry/guard.ts';
import { env } from '../env.ts';
import { cookie } from '../session/cookie.ts';

const toApi = createForwarder({
  apiUrl: env().apiUrl,
  publicOrigin: env().origin,
  // `entry.*` has routes of its own, and no page needs another part of the service.
  isAllowed: (procedure) => /^(dashboard|me)\./.test(procedure),
  // The cookie is the token (rulings §10.26).
  tokenOf: async (cookies) => cookie().valueIn(cookies),
  cookieRemoval: cookie().removal,
  pageHeaders: ['x-goal-account', 'x-goal-person'],
});

export async function forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (isFromOwnPage(req)) await toApi(req, res);
  else refuse(req, res, 'foreign_origin');
}
