import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { sharePlaces } from './share-places.ts';

/** A server of three places that gives back what it gets. */
async function openServer() {
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  sharePlaces(server, 3);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  return async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    await answer(socket);
    return socket;
  };
}

async function answer(socket: Socket): Promise<string> {
  socket.write('here');
  const [data]: unknown[] = await once(socket, 'data');
  return String(data);
}

test('while all places are taken the oldest connection of the network with the most gives its place, and others keep theirs', async () => {
  const connectFrom = await openServer();
  const other = await connectFrom('127.0.0.1');
  const [first, second] = [await connectFrom('127.0.0.2'), await connectFrom('127.0.0.2')];
  const gone = [once(first, 'close'), once(second, 'close')];
  await connectFrom('127.0.0.2');
  await gone[0];
  await connectFrom('127.0.0.3');
  await gone[1];
  expect(await answer(other)).toBe('here');
});
