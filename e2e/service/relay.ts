import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection to the database that a test can cut and mend. */
export type Relay = { url: string; cut: () => void; mend: () => void; close: () => void };

/** Opens a TCP relay to the database of `url`; `cut` drops its connections and refuses new ones. */
export async function openRelay(url: string): Promise<Relay> {
  const { hostname, port: number } = new URL(url);
  const host = decodeURIComponent(hostname);
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: Number(number) };
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = connect(target);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      const end = (): void => {
        sockets.delete(from);
        to.destroy();
      };
      from.on('error', end).on('close', end);
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: through.href,
    cut,
    mend: () => void (isCut = false),
    close: () => {
      cut();
      server.close();
    },
  };
}
