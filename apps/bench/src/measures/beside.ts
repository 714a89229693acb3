import path from 'node:path';

import { forEachConcurrently } from '../world/concurrently.ts';
import { openHttp, type Call, type Http } from '../world/http.ts';
import { startBareServer } from '../world/service.ts';
import type { World } from './world.ts';

/** A bare node:http server (bare-server.ts) while a measure works beside it. */
export type Bare = { origin: string; pid: number; http: Http };

/** Starts a bare server, and ends it after `work`. */
export async function besideBareServer<Found>(
  { url, dataDir }: Pick<World, 'url' | 'dataDir'>,
  connections: number,
  work: (bare: Bare) => Promise<Found>,
): Promise<Found> {
  const { origin, pid, stop } = await startBareServer(url, path.join(dataDir, 'bare.log'));
  const http = openHttp(origin, connections);
  try {
    return await work({ origin, pid, http });
  } finally {
    http.close();
    await stop();
  }
}

/** Twice, because the worker's first transaction, 5 s after the start, lets it forget all keys. */
const introducing = { lanes: 16, turns: 2 };

/**
 * Lets each key ask, so that the service remembers it for ten minutes
 * (docs/decisions/006-authentications.md), as it does the keys of a service in use.
 */
export async function introduce(http: Http, keys: readonly Pick<Call, 'token' | 'domain'>[]): Promise<void> {
  for (let turn = 0; turn < introducing.turns; turn += 1)
    await forEachConcurrently(keys, introducing.lanes, async ({ token, domain }) => {
      const path = domain === undefined ? '/account/me' : '/events?limit=1';
      await http.send({ path, ...(token && { token }), ...(domain && { domain }) });
    });
}
