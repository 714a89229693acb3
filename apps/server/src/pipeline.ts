import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { limits } from '@goal/contract';

import { endConnection, type Answer } from './broken-requests.ts';

/**
 * The rest before the next request that a connection has sent ahead, as a multiple of the time that the one before took: so these requests
 * take at most about 5 % of the process. Browsers and proxies send none ahead, and never meet it.
 */
const restFactor = 20;
const restMaxMs = 250;

/** How a connection ends once the requests before are answered. */
type Ending = {
  refusal: Answer;
  /** The answer of the request that broke in its body: the refusal stands in its place, unless it has begun. */
  broken: ServerResponse | undefined;
};

/** The requests of one connection: each is answered once, and in its turn (rulings §2.13). */
export class Pipeline {
  readonly #unanswered = new Set<ServerResponse>();
  /** Those that have not begun; always empty unless requests are answered in turn. */
  readonly #waiting: (() => void)[] = [];
  /** The one that came last, whose body may be unfinished. */
  #last: { req: IncomingMessage; res: ServerResponse } | undefined;
  /** The one that was begun last, and when, by performance.now. */
  #current: { res: ServerResponse; begunAt: number } | undefined;
  #ending: Ending | undefined;

  constructor(
    private readonly socket: Socket,
    /** Begins a request once the one before it is answered, and rests in between. */
    private readonly inTurn: boolean,
  ) {
    socket.once('close', () => process.nextTick(() => this.#closeAll()));
  }

  get isFull(): boolean {
    return this.#unanswered.size >= limits.unansweredRequests;
  }

  /** Whether an answer is still due. */
  get isBusy(): boolean {
    return this.#unanswered.size > 0;
  }

  /** Whether no request is taken any more. */
  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** Begins with a request, or lets it wait for its turn. */
  take(req: IncomingMessage, res: ServerResponse, handle: () => void): void {
    const begin = (): void => {
      this.#current = { res, begunAt: performance.now() };
      handle();
    };
    this.#unanswered.add(res);
    this.#last = { req, res };
    res.once('close', () => {
      this.#unanswered.delete(res);
      this.#endIfDone();
      this.#beginNext(res);
    });
    // A client may have the whole answer a moment before this process hears of it: its next request was not sent ahead.
    const isBusy = this.#waiting.length > 0 || this.#current?.res.writableEnded === false;
    if (this.inTurn && isBusy) this.#waiting.push(begin);
    else begin();
  }

  /**
   * Nothing is read any more; what was asked before is answered, then comes the refusal, and the connection ends. Where the body of the last
   * request broke, the refusal is its answer; one that it already has is its only one.
   */
  end(refusal: Answer): void {
    // Someone has read on for a body.
    stopReading(this.socket);
    if (this.#ending !== undefined) return;
    const isUnfinished = this.#last?.req.complete === false;
    this.#ending = { refusal, broken: isUnfinished ? this.#last?.res : undefined };
    this.#endIfDone();
  }

  /** After an answer, with a rest. */
  #beginNext(answered: ServerResponse): void {
    if (this.#waiting.length === 0 || answered !== this.#current?.res) return;
    const restMs = Math.min((performance.now() - this.#current.begunAt) * restFactor, restMaxMs);
    setTimeout(() => this.#waiting.shift()?.(), restMs).unref();
  }

  /** Whether all are answered but the one that the refusal answers. */
  #isDone({ broken }: Ending): boolean {
    return [...this.#unanswered].every((res) => res === broken && !res.headersSent);
  }

  #endIfDone(): void {
    if (this.#ending === undefined || !this.#isDone(this.#ending)) return;
    const { refusal, broken } = this.#ending;
    this.#waiting.length = 0;
    if (this.socket.writable) endConnection(this.socket, broken?.headersSent ? undefined : refusal);
  }

  /**
   * The connection has closed. An answer that stood behind another one is told of it like the first: Node before 24 forgets those, and what they
   * hold, as the memory of their bodies, would be held for ever.
   */
  #closeAll(): void {
    this.#waiting.length = 0;
    for (const res of this.#unanswered) {
      if (res.destroyed) continue;
      res.destroy();
      res.emit('close');
    }
  }
}

/** What Node's types leave out of a server's connection: its parser, which has all of a packet parsed before anybody is asked. */
type Parsed = { parser?: { onIncoming?: (req: { upgrade: boolean | null }) => number; pause?: () => void } | null };

/**
 * Takes nothing more from a connection: of the packet that is being parsed at most one more request is made, and what comes later stays with
 * the system, which tells the sender to wait. Where a version of Node has another parser, requests are made and thrown away.
 */
function stopReading(socket: Socket & Parsed): void {
  const { parser } = socket;
  // By this answer a parser leaves what follows to somebody else, as after an upgrade; which the request must not seem to be.
  if (parser?.onIncoming !== undefined) {
    parser.onIncoming = (req) => {
      req.upgrade = false;
      return 2;
    };
  }
  // Within the packet it would be overruled: the end of each request asks for more.
  process.nextTick(() => {
    // It may have ended meanwhile, and what comes is thrown away.
    if (!socket.writable) return;
    socket.parser?.pause?.();
    socket.pause();
  });
}
