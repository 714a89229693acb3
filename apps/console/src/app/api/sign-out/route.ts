import { foreignOrigin, isOwnOrigin } from '../../../session/own-origin.ts';
import { endSession } from '../../../session/session.ts';

/** Ends the session of this browser. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request)) return foreignOrigin();
  await endSession();
  return new Response(null, { status: 204 });
}
