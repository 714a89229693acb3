import type { createServer, IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { answerOf, endConnection, malformed, notFound } from './broken-requests.ts';
import { Pipeline } from './pipeline.ts';

export type BoundedOptions = {
  create: typeof createServer;
  options: ServerOptions;
  /** Called once for each connection that asked too much. */
  onFlood?: () => void;
  /**
   * Begins a request of a connection once the one before it is answered, and rests in between. For answers that keep the process busy:
   * other connections then find it free most of the time.
   */
  inTurn?: boolean;
};

/**
 * An HTTP server that bounds what one connection may ask (rulings §2.13): while 20 of its requests wait for their answers the next one is
 * neither routed, judged nor read. Those before it are answered, then comes 400 `bad request`, and the connection ends. A request counts until
 * its answer has been handed to the system whole. What never became a request is answered in the form of every other refusal, and in its turn.
 */
export function createBoundedServer(
  handle: RequestListener,
  { create, options, onFlood, inTurn = false }: BoundedOptions,
): Server {
  const pipelines = new WeakMap<Duplex, Pipeline>();
  const pipelineOf = (socket: Socket): Pipeline => {
    const known = pipelines.get(socket) ?? new Pipeline(socket, inTurn);
    pipelines.set(socket, known);
    return known;
  };
  /** Whether the request is one too many; refuses the connection if so. */
  const isTooMany = ({ socket }: IncomingMessage): boolean => {
    const pipeline = pipelineOf(socket);
    if (pipeline.isEnding) return true;
    if (!pipeline.isFull) return false;
    pipeline.end(malformed);
    onFlood?.();
    return true;
  };
  const server = create(options, (req: IncomingMessage, res: ServerResponse) => {
    if (!isTooMany(req)) pipelineOf(req.socket).take(req, res, () => handle(req, res));
  });
  // The body of a request that is refused is not asked for.
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    if (isTooMany(req)) return;
    res.writeContinue();
    server.emit('request', req, res);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const pipeline = pipelines.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    // What comes behind the last request of a connection asks for nothing; Node closes it after that one's answer.
    else if (error.code === 'HPE_CLOSED_CONNECTION') return;
    else if (pipeline === undefined) endConnection(socket, answerOf(error));
    else pipeline.end(answerOf(error));
  });
  server.on('connect', (_req, socket: Duplex) => {
    // Node has let go of the connection, and would not finish what is due on it.
    if (pipelines.get(socket)?.isBusy === true) socket.destroy();
    else endConnection(socket, notFound);
  });
  return server;
}
