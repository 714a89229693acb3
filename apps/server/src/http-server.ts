import type { RequestListener, Server, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

import { limits } from '@goal/contract';
import { StartupError } from '@goal/db';
import { closeServer, createBoundedServer } from '@goal/http-server';

import type { Env } from './env.ts';
import type { Logger } from './log.ts';

/** A server that listens. */
export type HttpServer = {
  port: number;
  /** Refuses new connections and lets requests in flight finish, for 7 s at most. */
  close: () => Promise<void>;
};

/** Listens with bounds on slow and greedy clients. Throws `StartupError` if the port is taken. */
export async function openHttpServer(
  handle: RequestListener,
  { port, host }: Pick<Env, 'port' | 'host'>,
  { log, onFlood }: { log: Logger; onFlood: () => void },
): Promise<HttpServer> {
  const server = harden(
    createBoundedServer(handle, {
      options,
      onFlood() {
        onFlood();
        log.info('connection ended: too many of its requests waited for an answer');
      },
    }),
  );
  await listen(server, { port, host });
  const address = server.address() as AddressInfo; // a server that listens on TCP
  return { port: address.port, close: () => close(server, log) };
}

/** Bounds on slow clients. By default Node checks them only twice a minute. */
const options = {
  maxHeaderSize: limits.headBytes,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
} satisfies ServerOptions;

function harden(server: Server): Server {
  server.maxRequestsPerSocket = 0;
  // Without it a client that stops reading its answers would keep them in memory for ever.
  server.timeout = 30_000;
  // Node would drop headers beyond its limit. The bound on the head's size needs all of them.
  server.maxHeadersCount = 0;
  // An unknown Expect header is ignored instead of refused.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  return server;
}

function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use: stop what listens there, or set PORT to another.`
          : error.code === 'EACCES'
            ? `Port ${port} may not be used by this user: set PORT to one above 1023.`
            : error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
              ? `HOST ${host} is no address of this machine.`
              : `Cannot listen on ${host}, port ${port}: ${error.message}.`;
      reject(new StartupError(why, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}

/** Gives running requests 7 s to finish. */
async function close(server: Server, log: Logger): Promise<void> {
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
  const late = setTimeout(() => {
    log.warn('clients that hang are cut off');
    server.closeAllConnections();
  }, 7000);
  await closeServer(server);
  clearTimeout(late);
}
