import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A sink on this machine: the fields of a stream that sends to it. */
export type LocalSink = { sink: Readonly<Record<string, unknown>>; close: () => Promise<void> };

export type SinkKind = 'webhook' | 'splunk' | 's3' | 'otlp';

/** A request that came to a sink, and what says yes to it. */
export type Received = { request: http.IncomingMessage; response: http.ServerResponse; body: Buffer; yes: () => void };

const yesOf: Readonly<Record<SinkKind, string>> = {
  webhook: '',
  splunk: '{"text":"Success","code":0}',
  s3: '',
  otlp: '{}',
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

/** Opens a sink that says yes to everything and keeps no body, or answers by `onReceived`. */
export async function openSink(kind: SinkKind, onReceived?: (received: Received) => unknown): Promise<LocalSink> {
  const server = http.createServer((request, response) => {
    const yes = (): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(yesOf[kind]);
    if (onReceived === undefined) return void request.resume().on('end', yes);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', () => undefined);
    request.on('end', () => onReceived({ request, response, body: Buffer.concat(parts), yes }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens has one
  return {
    sink: fieldsOf[kind](`http://127.0.0.1:${port}`),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
