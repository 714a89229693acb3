import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { answerOf, endConnection, malformed, notFound } from './broken-requests.ts';
import { keepConnections } from './close-server.ts';
import { takeOriginForm } from './origin-form.ts';
import { Pipeline } from './pipeline.ts';

export type BoundedOptions = {
  options: ServerOptions;
  /** Called once for each connection that sends too many requests ahead. */
  onFlood?: () => void;
  /**
   * Begins a request only once the one before it on the connection is answered, with a rest in
   * between. For answers that keep the process busy: other connections then find it free most of
   * the time.
   */
  isSerialized?: boolean;
};

/**
 * An HTTP server that bounds the requests of one connection (rulings §2.13). While 20 of them wait
 * for their answers, the next one is neither routed, judged nor read: the server answers the
 * earlier ones, sends 400 `bad request`, and ends the connection. A request counts until its whole
 * answer has been handed to the system. Malformed requests get a refusal in the usual form, and in
 * their turn; so do requests whose head leaves open whom they ask or who asks (rulings §2.14).
 */
export function createBoundedServer(
  handle: RequestListener,
  { options, onFlood, isSerialized = false }: BoundedOptions,
): Server {
  const pipelines = new WeakMap<Duplex, Pipeline>();
  const pipelineOf = (socket: Socket): Pipeline => {
    const known = pipelines.get(socket) ?? new Pipeline(socket, isSerialized);
    pipelines.set(socket, known);
    return known;
  };
  /** Whether the request is refused, with its connection: it is ambiguous, or one too many. */
  const isRefused = (req: IncomingMessage): boolean => {
    const pipeline = pipelineOf(req.socket);
    if (pipeline.isEnding) return true;
    const isTooMany = pipeline.isFull;
    if (!isTooMany && !isAmbiguous(req)) return false;
    pipeline.end(malformed);
    if (isTooMany) onFlood?.();
    return true;
  };
  // Node would refuse a missing Host without a body, and before the answers that are due.
  const server = createServer({ ...options, requireHostHeader: false }, (req: IncomingMessage, res: ServerResponse) => {
    if (isRefused(req)) return;
    takeOriginForm(req);
    pipelineOf(req.socket).take(req, res, () => handle(req, res));
  });
  keepConnections(server);
  // A refused request is not asked for its body.
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    if (isRefused(req)) return;
    res.writeContinue();
    server.emit('request', req, res);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const pipeline = pipelines.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    // Data after a connection's last request: Node closes the connection after that answer.
    else if (error.code === 'HPE_CLOSED_CONNECTION') return;
    else if (pipeline === undefined) endConnection(socket, answerOf(error));
    else pipeline.end(answerOf(error));
  });
  server.on('connect', (_req, socket: Duplex) => {
    // Node has released the connection and would not finish the answers that are due.
    if (pipelines.get(socket)?.isBusy === true) socket.destroy();
    else endConnection(socket, notFound);
  });
  return server;
}

/**
 * Whether the head has `Host` or `Authorization` twice, or, since HTTP/1.1, no `Host`: RFC 9112
 * wants 400. A proxy in front may have judged another of the two than the one that counts here.
 */
function isAmbiguous({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let [hosts, credentials] = [0, 0];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') credentials += 1;
  }
  return hosts > 1 || credentials > 1 || (hosts === 0 && httpVersion !== '1.0');
}
