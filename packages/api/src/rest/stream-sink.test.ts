import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGunzip, createGzip } from 'node:zlib';

import { expect, onTestFinished, test } from 'vitest';

import { StreamSink } from './stream-sink.ts';

test('a small piece of a compressed answer reaches its reader before anything follows', async () => {
  const server = createServer((_, res) => {
    void new StreamSink(res, createGzip({ level: 3 })).write(Buffer.from('so far')).catch(() => {});
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  // A server that listens on a port has this address.
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  const [text] = (await once(answer.pipe(createGunzip()), 'data')) as [Buffer];
  expect(text.toString()).toBe('so far');
});
