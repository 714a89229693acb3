import { isOwnSite } from '@goal/ui/server/own-origin.ts';

import { signedIn } from '../../../session/session.ts';

/**
 * Whether this browser is signed in, and as whom. A page reached by a link from another site is
 * requested without the Strict cookie; requests made by that page itself carry it.
 */
export async function GET(request: Request): Promise<Response> {
  const who = isOwnSite(request) ? await signedIn() : undefined;
  return Response.json(
    who === undefined ? { signedIn: false } : { signedIn: true, name: who.name, prefix: who.prefix, scope: who.scope },
  );
}
