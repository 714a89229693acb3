import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The open connections of each server. */
const connections = new WeakMap<Server, Set<Socket>>();
/** How often a closing server looks for connections that no request needs any more. */
const lookMs = 50;

/** Keeps the connections of a new server for `closeServer`. */
export function keepConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/**
 * Accepts no new connections, lets the requests in flight finish, and resolves when all connections
 * are closed. Clients keep connections open after an answer, and browsers also open some before
 * they need them: Node alone would wait for those until their time limit.
 */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const timer = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  }, lookMs);
  await closed;
  clearInterval(timer);
}
