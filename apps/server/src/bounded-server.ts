import type { createServer, IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { limits } from '@goal/contract';

import { answerBrokenRequests, refuseMalformed } from './broken-requests.ts';

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
 * The rest before the next request that a connection has sent ahead, as a multiple of the time that the one before took: so these requests
 * take at most about 5 % of the process. Browsers and proxies send none ahead, and never meet it.
 */
const restFactor = 20;
const restMaxMs = 250;

/** Requests of one connection. */
type Pipeline = {
  unanswered: Set<ServerResponse>;
  /** One came too many: nothing is read any more until those before it are answered. */
  isRefused: boolean;
  /** Those that have not begun; always empty unless requests are answered in turn. */
  waiting: (() => void)[];
  /** The answer that was begun last, and when, by performance.now. */
  current: ServerResponse | undefined;
  begunAt: number;
};

/**
 * An HTTP server that bounds what one connection may ask (rulings §2.13): while 20 of its requests wait for their answers the next one is
 * neither routed, judged nor read. Those before it are answered, then comes 400 `bad request`, and the connection ends. A request counts until
 * its answer has been handed to the system whole. What never became a request is answered in the form of every other refusal.
 */
export function createBoundedServer(
  handle: RequestListener,
  { create, options, onFlood, inTurn = false }: BoundedOptions,
): Server {
  const pipelines = new WeakMap<Duplex, Pipeline>();
  const pipelineOf = (socket: Socket): Pipeline => {
    const known = pipelines.get(socket);
    if (known !== undefined) return known;
    const made: Pipeline = { unanswered: new Set(), isRefused: false, waiting: [], current: undefined, begunAt: 0 };
    pipelines.set(socket, made);
    socket.once('close', () => process.nextTick(closeAll, made));
    return made;
  };
  /** Whether the request is one too many; refuses the connection if so. */
  const isTooMany = ({ socket }: IncomingMessage): boolean => {
    const pipeline = pipelineOf(socket);
    if (pipeline.unanswered.size < limits.unansweredRequests) return false;
    if (!pipeline.isRefused) {
      pipeline.isRefused = true;
      stopReading(socket);
      onFlood?.();
    }
    return true;
  };
  const onAnswered = (socket: Socket, res: ServerResponse, pipeline: Pipeline): void => {
    const { unanswered, isRefused, waiting, current, begunAt } = pipeline;
    unanswered.delete(res);
    if (waiting.length > 0) {
      if (res !== current) return;
      const restMs = Math.min((performance.now() - begunAt) * restFactor, restMaxMs);
      setTimeout(() => waiting.shift()?.(), restMs).unref();
    } else if (isRefused && unanswered.size === 0 && socket.writable) refuseMalformed(socket);
  };
  const server = create(options, (req: IncomingMessage, res: ServerResponse) => {
    if (isTooMany(req)) return;
    const { socket } = req;
    const pipeline = pipelineOf(socket);
    pipeline.unanswered.add(res);
    res.once('close', () => onAnswered(socket, res, pipeline));
    const begin = (): void => {
      Object.assign(pipeline, { current: res, begunAt: performance.now() });
      handle(req, res);
    };
    // A client may have the whole answer a moment before this process hears of it: its next request was not sent ahead.
    if (inTurn && pipeline.current?.writableEnded === false) pipeline.waiting.push(begin);
    else begin();
  });
  // The body of a request that is refused is not asked for.
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    if (isTooMany(req)) return;
    res.writeContinue();
    server.emit('request', req, res);
  });
  answerBrokenRequests(server, (socket) => {
    const pipeline = pipelines.get(socket);
    if (pipeline?.isRefused !== true) return false;
    // Someone read on for a body; what came is thrown away, and no more is taken until the answers are out.
    socket.pause();
    return true;
  });
  return server;
}

/**
 * The connection has closed. An answer that stood behind another one is told of it like the first: Node before 24 forgets those, and what they
 * hold, as the memory of their bodies, would be held for ever.
 */
function closeAll({ unanswered, waiting }: Pipeline): void {
  waiting.length = 0;
  for (const res of unanswered) {
    if (res.destroyed) continue;
    res.destroy();
    res.emit('close');
  }
}

/** What Node's types leave out of a server's connection: its parser, which has all of a packet parsed before anybody is asked. */
type Parsed = { parser?: { onIncoming?: () => number; pause?: () => void } | null };

/**
 * Takes nothing more from a connection: of the packet that is being parsed at most one more request is made, and what comes later stays with
 * the system, which tells the sender to wait. Where a version of Node has another parser, requests are made and thrown away.
 */
function stopReading(socket: Socket & Parsed): void {
  const { parser } = socket;
  // By this answer a parser leaves what follows to somebody else, as after an upgrade.
  if (parser?.onIncoming !== undefined) parser.onIncoming = () => 2;
  // Within the packet it would be overruled: the end of each request asks for more.
  process.nextTick(() => {
    socket.parser?.pause?.();
    socket.pause();
  });
}
