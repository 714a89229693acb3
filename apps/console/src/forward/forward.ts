import 'server-only';

import { createForwarder } from '@goal/ui/server/forward.ts';

import { env } from '../env.ts';
import { cookie } from '../session/seal.ts';
import { signedInBy } from './session-of-request.ts';

const { apiUrl, publicOrigin } = env();

/** Forwards calls of operator procedures with the session's admin token. */
export const forward = createForwarder({
  apiUrl,
  publicOrigin,
  isAllowed: (procedure) => /^admin(\.\w+)+$/.test(procedure),
  tokenOf: async (cookies) => (await signedInBy(cookies))?.token,
  // It does not end the session: the API will refuse its token to other tabs too.
  cookieRemoval: cookie().removal,
});
