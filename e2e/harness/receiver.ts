import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A program on this machine that takes webhooks. */
export type Receiver = {
  url: string;
  /** The bodies that it took, in their order. */
  taken: string[];
  /** The status of its answer to a body. */
  answer: (body: string) => number;
  close: () => Promise<void>;
};

export async function openReceiver(): Promise<Receiver> {
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const status = receiver.answer(body);
      if (status === 200) receiver.taken.push(body);
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens has one
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    taken: [],
    answer: () => 200,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
