import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

import { waitLimitMs } from '../../server/test/processes.ts';

/**
 * What happens to a request: `open` passes it on; `refused` breaks the connection; `lost` passes it
 * on and breaks the connection instead of answering; `busy` answers 503 like a proxy; `held` passes
 * it on and keeps the answer until `release`.
 */
export type Fate = 'open' | 'refused' | 'lost' | 'busy' | 'held';

export type Door = {
  url: string;
  /** The number of requests with events. Requests without events always pass and do not count. */
  requests: () => number;
  /** The statuses of the answers. */
  statuses: number[];
  /** The number of events that the service counted as duplicates. */
  duplicates: () => number;
  /** What happens to the next requests, in turn; all later ones meet `open`. */
  expect: (...fates: Fate[]) => void;
  /** Maximum size of a body; a larger one is answered with 413 and HTML. */
  limit: (bytes: number) => void;
  /** The number of held answers. */
  held: () => number;
  release: () => void;
  close: () => Promise<void>;
};

/** A faulty proxy between the plugin and `origin()`, which may change. */
export async function openDoor(origin: () => string): Promise<Door> {
  let fates: Fate[] = [];
  let most = Number.POSITIVE_INFINITY;
  let requests = 0;
  let duplicates = 0;
  const statuses: number[] = [];
  const waiting = new Set<() => void>();

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await bodyOf(req);
    if (req.method === 'GET') {
      const { status, text } = await passOn(`${origin()}${req.url ?? ''}`, req, body);
      return void res.writeHead(status).end(text);
    }
    requests += 1;
    const fate = body.length > most ? 'open' : (fates.shift() ?? 'open');
    if (fate === 'refused') return void req.socket.destroy();
    if (fate === 'busy') return answer(res, 503, '<html>Bad gateway</html>', { 'Retry-After': '60' });
    if (body.length > most) return answer(res, 413, '<html>Request entity too large</html>');
    const given = await passOn(`${origin()}${req.url ?? ''}`, req, body);
    duplicates += Number(/"duplicates":(\d+)/.exec(given.text)?.[1] ?? 0);
    if (fate === 'lost') return void req.socket.destroy();
    if (fate === 'held') await new Promise<void>((resolve) => waiting.add(resolve));
    const retry = given.retryAfter === undefined ? {} : { 'Retry-After': given.retryAfter };
    answer(res, given.status, given.text, retry);
  }

  function answer(res: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
    statuses.push(status);
    res.writeHead(status, headers).end(text);
  }

  const server = createServer((req, res) => void serve(req, res).catch(() => req.socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    statuses,
    duplicates: () => duplicates,
    expect: (...next) => void (fates = next),
    limit: (bytes) => void (most = bytes),
    held: () => waiting.size,
    release() {
      for (const go of waiting) go();
      waiting.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer); // without an encoding a message gives buffers
  return Buffer.concat(chunks);
}

function passOn(
  url: string,
  { headers, method }: IncomingMessage,
  body: Buffer,
): Promise<{ status: number; text: string; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    const onward = request(
      url,
      { method, headers: { ...headers, host: new URL(url).host }, timeout: waitLimitMs },
      (res) => {
        bodyOf(res).then(
          (bytes) =>
            resolve({ status: res.statusCode ?? 0, text: bytes.toString(), retryAfter: res.headers['retry-after'] }),
          reject,
        );
      },
    );
    onward.on('error', reject).on('timeout', () => onward.destroy(new Error('no answer')));
    onward.end(body);
  });
}
