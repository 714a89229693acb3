import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { serverOf } from '@goal/db/testing';

/**
 * A connection to a server that can be cut. `refused` closes every connection and accepts none;
 * `silent` accepts them and forwards nothing; `lost` forwards new connections while the existing
 * ones stay silent forever, as behind a firewall that forgot them.
 */
export type Relay = {
  /** `databaseUrl` through the relay. */
  url: string;
  set: (state: 'open' | 'refused' | 'silent' | 'lost') => Promise<void>;
  close: () => Promise<void>;
};

export async function openRelay(databaseUrl: string): Promise<Relay> {
  const target = serverOf(databaseUrl);
  const pairs = new Set<[client: Socket, server: Socket]>();
  let isSilent = false;
  let server: Server | undefined;
  let port = 0;

  const meet = (client: Socket): void => {
    const upstream = connect(target);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const [from, to] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      // a reversed pair is a pair
      from.on('error', end).on('close', end);
      from.pipe(to);
    }
    if (isSilent) hush(pair);
  };
  // Neither reads nor ends, as after a cut cable. The system’s own buffers take the writes.
  const hush = (pair: [Socket, Socket]): void => {
    for (const socket of pair) socket.unpipe().pause();
  };
  const listen = async (): Promise<void> => {
    const made = createServer(meet);
    await new Promise<void>((resolve) => made.listen(port, '127.0.0.1', resolve));
    port = (made.address() as AddressInfo).port; // a server that listens on TCP
    server = made;
  };
  const refuse = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    for (const sockets of pairs) for (const socket of sockets) socket.destroy();
    if (closing !== undefined) await new Promise((resolve) => closing.close(resolve));
  };

  await listen();
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async set(state) {
      isSilent = state === 'silent';
      if (state === 'silent' || state === 'lost') for (const pair of pairs) hush(pair);
      if (state === 'open') {
        for (const pair of pairs) {
          // Connections that are already open would forward everything twice.
          hush(pair);
          const [client, upstream] = pair;
          client.pipe(upstream).pipe(client);
        }
      }
      if (state === 'refused') await refuse();
      else if (server === undefined) await listen();
    },
    close: refuse,
  };
}
