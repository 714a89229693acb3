import { foreignOrigin, isOwnOrigin } from '@goal/ui/server/own-origin.ts';

import { env } from '../../../env.ts';
import { endSession } from '../../../session/session.ts';

/** Ends the session of this browser. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request, env().publicOrigin)) return foreignOrigin();
  await endSession();
  return new Response(null, { status: 204 });
}
