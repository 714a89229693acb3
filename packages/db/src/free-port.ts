import { randomInt } from 'node:crypto';
import { createServer, type ListenOptions } from 'node:net';

const triesMax = 100;

/**
 * Returns a port of `host` on which nobody listens, for a server that starts later; undefined if
 * none was found. It lies below the ports that systems give to outgoing connections: such a
 * connection could take the port before the server has it, or while the server is down.
 */
export async function freePort(host = '127.0.0.1'): Promise<number | undefined> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = randomInt(10_000, 32_768);
    if (await canListen({ port, host, exclusive: true })) return port;
  }
  return undefined;
}

/** Whether a server can listen there now. */
export function canListen(at: ListenOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(at, () => server.close(() => resolve(true)));
  });
}
