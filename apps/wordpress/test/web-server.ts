import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type WebServer = {
  /** The address as PHP's streams take it. */
  address: string;
  /** The requests so far; each ends when it has been handled. */
  handled: Promise<unknown>[];
  close: () => Promise<void>;
};

/** The web server of a site: hands the body of each request to `handle`, then answers. */
export async function startWebServer(handle: (body: string) => Promise<unknown>): Promise<WebServer> {
  const handled: Promise<unknown>[] = [];
  const server = createServer((req, res) => {
    const one = text(req).then(handle);
    handled.push(one);
    void one.finally(() => res.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return { address: `tcp://127.0.0.1:${port}`, handled, close };
}
