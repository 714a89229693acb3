import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import { signatureKinds } from '@goal/signed-log';
import { expect, test } from 'vitest';

import { askWitness } from './ask-witness.ts';

const asked = { size: 1, checkpoint: 'goal.example/log/1\n1\n\n', proofFrom: () => Promise.resolve([]) };

/** What is said of a witness that answers each request with these bytes, and then keeps silent. */
async function failureOf(answer: string, answerMs?: number): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('data', () => socket.write(answer)).on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const witness = { name: 'w.example', kind: signatureKinds.cosignature, publicKey: new Uint8Array(32), url };
  const { signal } = new AbortController();
  const limits = answerMs === undefined ? { signal } : { signal, answerMs };
  const cosigned = await askWitness(witness, 0, asked, limits);
  server.close();
  for (const socket of sockets) socket.destroy();
  return 'failure' in cosigned ? cosigned.failure : cosigned.line;
}

const response = (status: string, body: string, length = body.length): string =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n${body}`;

test('R§16.17 a witness that begins no answer, or does not end one, is given up', async () => {
  expect(await failureOf('', 200)).toBe('it did not answer in time');
  expect(await failureOf(response('200 OK', 'x', 10), 200)).toBe('it did not answer in time');
});

test('R§16.17 what a witness answers that is no cosignature of its key is told and not kept', async () => {
  expect(await failureOf(response('200 OK', '— w.example AAAAAAAAAAAAAAAAAAA=\n'))).toBe(
    'it answered without a cosignature of its key',
  );
  expect(await failureOf(response('200 OK', 'x'.repeat(70_000)))).toContain('too long an answer');
  expect(await failureOf(response('404 Not Found', ''))).toContain('it does not know this log');
  expect(await failureOf(response('403 Forbidden', ''))).toContain('another key of this log');
  expect(await failureOf(response('500 Internal Server Error', ''))).toBe('it answered 500');
  expect(await failureOf(response('409 Conflict', '7\n'))).toContain('it has cosigned 7 entries of a log that has 1');
  expect(await failureOf('HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n')).toContain(
    'it cannot be reached',
  );
});
