import { foreignOrigin, isOwnOrigin } from '@goal/ui/server/own-origin.ts';

import { env } from '../../../env.ts';
import { endSession } from '../../../session/session.ts';

/** Ends the session of this browser; 502 while the API does not answer, which knows it. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request, env().publicOrigin)) return foreignOrigin();
  return endSession().then(
    () => new Response(null, { status: 204 }),
    () => new Response(null, { status: 502 }),
  );
}
