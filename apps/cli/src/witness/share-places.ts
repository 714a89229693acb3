import type { Server, Socket } from 'node:net';

import { networkOf } from '@goal/core';

/** As many connections a server has at once. */
const placesMax = 200;

/**
 * Shares the places of a server among the networks that connect to it. While all are taken, a new
 * connection gets the place of the oldest one of the network that has the most, so nobody shuts
 * others out, nor those at the same address, by connections that say nothing.
 */
export function sharePlaces(server: Server, places = placesMax): void {
  // The oldest first.
  const taken = new Map<Socket, string>();
  server.on('connection', (socket: Socket) => {
    taken.set(socket, networkOf(socket.remoteAddress ?? ''));
    socket.once('close', () => taken.delete(socket));
    if (taken.size <= places) return;
    const leaving = oldestOfMost(taken);
    if (leaving === undefined) return;
    taken.delete(leaving);
    leaving.destroy();
  });
}

function oldestOfMost(taken: ReadonlyMap<Socket, string>): Socket | undefined {
  const counts = new Map<string, number>();
  for (const network of taken.values()) counts.set(network, (counts.get(network) ?? 0) + 1);
  const most = Math.max(...counts.values());
  for (const [socket, network] of taken) if (counts.get(network) === most) return socket;
  return undefined;
}
