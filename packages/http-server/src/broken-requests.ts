import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';

import { errorCatalogue, limits } from '@goal/contract';

/** An answer to a malformed or unfinished request. */
export type Answer = { status: number; reason: string; message: string };

/** 400 `bad request`. */
export const malformed: Answer = { status: 400, reason: 'Bad Request', message: errorCatalogue.bad_request.message };
/** For CONNECT, which asks for another host. */
export const notFound: Answer = { status: 404, reason: 'Not Found', message: errorCatalogue.not_found.message };

const answers: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'Request Header Fields Too Large',
    message: errorCatalogue.head_too_large.message,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout', message: errorCatalogue.request_timeout.message },
};

/** The answer to an error of the parser. */
export const answerOf = ({ code = '' }: NodeJS.ErrnoException): Answer => answers[code] ?? malformed;

/**
 * Ends a connection: writes the refusal, if there is one, in the usual form (rulings §2.1). Data
 * that still arrives is thrown away for a while, so that the answers arrive (rulings §2.2), and no
 * parser sees it.
 */
export function endConnection(socket: Duplex, refusal: Answer | undefined): void {
  socket.removeAllListeners('data');
  if (refusal === undefined) socket.end();
  else socket.end(textOf(refusal));
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

function textOf({ status, reason, message }: Answer): string {
  const body = JSON.stringify({ error: message });
  return (
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
    `X-Request-Id: ${randomUUID()}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`
  );
}
