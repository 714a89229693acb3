import { isOwnSite } from '@goal/ui/server/own-origin.ts';

import { signedIn } from '../../../session/session.ts';

/** A foreign link sends no Strict cookie, but the requests of the page that it opens do. */
export async function GET(request: Request): Promise<Response> {
  const who = isOwnSite(request) ? await signedIn() : undefined;
  return Response.json(
    who === undefined ? { signedIn: false } : { signedIn: true, name: who.name, prefix: who.prefix, scope: who.scope },
  );
}
