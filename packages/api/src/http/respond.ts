import type { IncomingMessage, ServerResponse } from 'node:http';

import { errorCatalogue, limits } from '@goal/contract';

/** Every refusal has this body and no other (rulings §2.1). */
export function sendRefusal(
  req: IncomingMessage,
  res: ServerResponse,
  { status, message }: { status: number; message: string },
): void {
  if (status === 401) challenge(res, message === errorCatalogue.invalid_token.message);
  send(req, res, status, JSON.stringify({ error: message }));
}

/** Names the credential that a 401 asks for (rulings §2.15; section 3 of RFC 6750). */
export function challenge(res: ServerResponse, isTokenInvalid: boolean): void {
  if (res.headersSent) return;
  res.setHeader('WWW-Authenticate', `Bearer realm="goal"${isTokenInvalid ? ', error="invalid_token"' : ''}`);
}

/**
 * Sends an answer with JSON or without a body. If the
 * request's body has not been read to its end, the answer leaves at once and the rest of the body
 * is read and thrown away, so that a client that is still writing receives the answer (rulings
 * §2.2).
 */
export function send(req: IncomingMessage, res: ServerResponse, status: number, json?: string | Buffer): void {
  sendBody(req, res, status, json === undefined ? undefined : { type: 'application/json; charset=utf-8', bytes: json });
}

/** Sends a text, which no cache may keep. */
export function sendText(req: IncomingMessage, res: ServerResponse, text: string): void {
  if (!res.headersSent) res.setHeader('Cache-Control', 'no-store');
  sendBody(req, res, 200, { type: 'text/plain; charset=utf-8', bytes: text });
}

type Body = { type: string; bytes: string | Buffer };

function sendBody(req: IncomingMessage, res: ServerResponse, status: number, given: Body | undefined): void {
  if (res.headersSent || res.destroyed) return;
  res.statusCode = status;
  if (given !== undefined) {
    res.setHeader('Content-Type', given.type);
    res.setHeader('Content-Length', Buffer.byteLength(given.bytes));
  }
  const body = req.method === 'HEAD' ? undefined : given?.bytes;
  if (req.complete || !hasBody(req)) {
    res.end(body);
    return;
  }
  res.flushHeaders();
  if (body !== undefined) res.write(body);
  drain(req, res);
}

/** Whether the request announces a body. */
export function hasBody(req: IncomingMessage): boolean {
  return Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
}

/** Reads the body to its end; beyond `drainBytes` or `drainMs` it closes the connection. */
function drain(req: IncomingMessage, res: ServerResponse): void {
  let bytes = 0;
  const finish = (close: boolean): void => {
    clearTimeout(timer);
    req.off('data', count);
    req.off('end', done);
    req.off('close', done);
    res.end();
    if (close) req.socket.destroySoon();
  };
  const done = (): void => finish(false);
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > limits.drainBytes) finish(true);
  };
  const timer = setTimeout(() => finish(true), limits.drainMs);
  req.on('data', count);
  req.once('end', done);
  req.once('close', done);
  req.resume();
}
