import path from 'node:path';

import { forEachConcurrently } from '../world/concurrently.ts';
import { openHttp, type Call, type Http } from '../world/http.ts';
import { startBareServer } from '../world/service.ts';
import type { World } from './world.ts';

/** Starts a bare node:http server (bare-server.ts), and ends it after `work`. */
export async function besideBareServer<Found>(
  { url, dataDir }: Pick<World, 'url' | 'dataDir'>,
  connections: number,
  work: (bare: Http) => Promise<Found>,
): Promise<Found> {
  const { origin, stop } = await startBareServer(url, path.join(dataDir, 'bare.log'));
  const http = openHttp(origin, connections);
  try {
    return await work(http);
  } finally {
    http.close();
    await stop();
  }
}

/**
 * Lets each key ask, so that the service remembers it for ten minutes
 * (docs/decisions/006-authentications.md), as it does the keys of a service in use: twice, because
 * the worker's first transaction, 5 s after the start, lets it forget all keys.
 */
export async function introduce(http: Http, keys: readonly Pick<Call, 'token' | 'domain'>[]): Promise<void> {
  for (const asking of [keys, keys])
    await forEachConcurrently(asking, 16, async ({ token, domain }) => {
      const path = domain === undefined ? '/account/me' : '/events?limit=1';
      await http.send({ path, ...(token && { token }), ...(domain && { domain }) });
    });
}
