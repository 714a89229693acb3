import 'server-only';

import { createForwarder } from '@goal/ui/server/forward.ts';

import { env } from '../env.ts';
import { cookie, sessionIn } from '../session/cookie.ts';

const { apiUrl, publicOrigin } = env();

export const forward = createForwarder({
  apiUrl,
  publicOrigin,
  isAllowed: (procedure) => /^admin(\.\w+)+$/.test(procedure),
  tokenOf: async (cookies) => sessionIn(cookie().valueIn(cookies)),
  cookieRemoval: cookie().removal,
});
