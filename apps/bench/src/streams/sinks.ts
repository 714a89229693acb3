import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A sink on this machine. `kind` says which answer is its yes. */
export type LocalSink = {
  /** The fields of a stream that sends to it. */
  sink: Readonly<Record<string, unknown>>;
  /** The requests that have come. */
  requests: () => number;
  close: () => Promise<void>;
};

export type SinkKind = 'webhook' | 'splunk' | 's3' | 'otlp';

/** What a sink is told by, and what it answers. */
type Behaviour = {
  /** Called with the whole body. Without it no body is kept. */
  onBody?: ((body: Buffer) => void) | undefined;
  /** It reads requests and never answers. */
  isSilent?: boolean;
};

const yes: Readonly<Record<SinkKind, { status: number; body: string }>> = {
  webhook: { status: 204, body: '' },
  splunk: { status: 200, body: '{"text":"Success","code":0}' },
  s3: { status: 200, body: '' },
  otlp: { status: 200, body: '' },
};

const fieldsOf: Readonly<Record<SinkKind, (origin: string) => Record<string, unknown>>> = {
  webhook: (origin) => ({ type: 'webhook', url: `${origin}/hook`, batch: 500 }),
  splunk: (origin) => ({ type: 'splunk', url: origin, token: 'bench' }),
  s3: (origin) => ({
    type: 's3',
    endpoint: origin,
    bucket: 'bench',
    access_key_id: 'bench',
    secret_access_key: 'bench',
    minutes: 1,
  }),
  otlp: (origin) => ({ type: 'otlp', url: origin }),
};

/** Opens a sink that says yes to everything, or nothing at all. */
export async function openSink(kind: SinkKind, { onBody, isSilent = false }: Behaviour = {}): Promise<LocalSink> {
  let requests = 0;
  const { status, body } = yes[kind];
  const server = http.createServer((request, response) => {
    requests += 1;
    if (isSilent) return void request.resume();
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => {
      if (onBody !== undefined) parts.push(part);
    });
    request.on('end', () => {
      onBody?.(Buffer.concat(parts));
      response.writeHead(status).end(body);
    });
  });
  const origin = await listen(server);
  return { sink: fieldsOf[kind](origin), requests: () => requests, close: () => closeServer(server) };
}

/** Listens on a free port of this machine and returns the origin. */
export async function listen(server: http.Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens has one
  return `http://127.0.0.1:${port}`;
}

export async function closeServer(server: http.Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
