import { freePort as findFreePort } from '../free-port.ts';

const given = new Set<number>();

/** Returns a port that was free a moment ago, each time another one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await findFreePort();
    if (port === undefined) throw new Error('no port is free');
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}
