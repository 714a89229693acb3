import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { errorCatalogue, limits } from '@goal/contract';

type Answer = { status: number; reason: string; message: string };

const answers: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: errorCatalogue.head_too_large.message,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', message: errorCatalogue.request_timeout.message },
};
const malformed = { status: 400, reason: 'Bad Request', message: errorCatalogue.bad_request.message };
const notFound = { status: 404, reason: 'Not Found', message: errorCatalogue.not_found.message };

/**
 * Answers what never became a request, in the form of every other refusal (rulings §2.1). `isPutOff` tells of connections from which nothing
 * is read for now: what their parser says of that is no answer to anybody.
 */
export function answerBrokenRequests(server: Server, isPutOff: (socket: Duplex) => boolean): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (isPutOff(socket)) return;
    else refuse(socket, answers[error.code ?? ''] ?? malformed);
  });
  // CONNECT asks for another host, which is nothing that is published here.
  server.on('connect', (_req, socket: Duplex) => refuse(socket, notFound));
}

/** 400 `bad request`, and the end of the connection. What still comes is thrown away, and no parser sees it. */
export function refuseMalformed(socket: Duplex): void {
  socket.removeAllListeners('data');
  refuse(socket, malformed);
}

/** Writes the refusal and closes; reads on for a while, so that the answer arrives (rulings §2.2). */
function refuse(socket: Duplex, { status, reason, message }: Answer): void {
  const body = JSON.stringify({ error: message });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${randomUUID()}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  );
  let bytes = 0;
  const timer = setTimeout(() => socket.destroy(), limits.drainMs);
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.drainBytes) socket.destroy();
  });
  socket.on('error', () => socket.destroy());
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}
