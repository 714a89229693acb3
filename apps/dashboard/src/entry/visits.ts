import 'server-only';

import type { IncomingMessage } from 'node:http';

import { env } from '../env.ts';
import { signOf, Visits } from './visit-signs.ts';
import { visitorOf, type Visitor } from './visitor.ts';

/** Those of this process: people who sign in, join or confirm. */
export const visits = new Visits();

export function visitingOf(req: IncomingMessage): Visitor {
  const { trustedProxies, origin } = env();
  visits.add(signOf(req, { trustedProxies, origin }));
  return visitorOf(req, trustedProxies);
}
