import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { limits } from '@goal/contract';

import { endConnection, type Answer } from './broken-requests.ts';

/**
 * The rest before a request that was sent ahead, as a multiple of the time that the one before
 * took: these requests take at most about 5 % of the process. Browsers and proxies send none ahead.
 */
const restFactor = 20;
const restMaxMs = 250;

/** How a connection ends once the requests before it are answered. */
type Ending = {
  refusal: Answer;
  /** The answer to the request whose body broke. The refusal replaces it, unless it has begun. */
  broken: ServerResponse | undefined;
};

/** The requests of one connection, each answered once and in its turn (rulings §2.13). */
export class Pipeline {
  readonly #unanswered = new Set<ServerResponse>();
  /** Requests that have not begun; always empty unless requests are answered in turn. */
  readonly #waiting: (() => void)[] = [];
  /** The latest request, whose body may be unfinished. */
  #last: { req: IncomingMessage; res: ServerResponse } | undefined;
  /** The request begun last, and when, by performance.now. */
  #current: { res: ServerResponse; begunAt: number } | undefined;
  #ending: Ending | undefined;

  constructor(
    private readonly socket: Socket,
    /** Whether a request begins only once the one before is answered, with a rest in between. */
    private readonly isSerialized: boolean,
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

  /** Whether the connection takes no more requests. */
  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** Begins a request, or queues it for its turn. */
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
    // A client may have the whole answer a moment before this process hears of it. Its next request
    // then was not sent ahead.
    const isBusy = this.#waiting.length > 0 || this.#current?.res.writableEnded === false;
    if (this.isSerialized && isBusy) this.#waiting.push(begin);
    else begin();
  }

  /**
   * Stops reading, answers the earlier requests, sends the refusal, and ends the connection. If the
   * body of the last request broke, the refusal is its answer, unless it already has one.
   */
  end(refusal: Answer): void {
    // A handler may have resumed reading for a body.
    stopReading(this.socket);
    if (this.#ending !== undefined) return;
    const isUnfinished = this.#last?.req.complete === false;
    this.#ending = { refusal, broken: isUnfinished ? this.#last?.res : undefined };
    this.#endIfDone();
  }

  /** Begins the next request after an answer and a rest. */
  #beginNext(answered: ServerResponse): void {
    if (this.#waiting.length === 0 || answered !== this.#current?.res) return;
    const restMs = Math.min((performance.now() - this.#current.begunAt) * restFactor, restMaxMs);
    setTimeout(() => this.#waiting.shift()?.(), restMs).unref();
  }

  /** Whether all requests are answered but the one that the refusal answers. */
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
   * The connection has closed: closes every unanswered response. Node before 24 closes only the
   * first and would keep the others, with the memory of their bodies, for ever. One that was
   * destroyed before its turn to be sent has told nobody yet.
   */
  #closeAll(): void {
    this.#waiting.length = 0;
    for (const res of this.#unanswered) {
      if (res.destroyed && res.socket !== null) continue;
      res.destroy();
      res.emit('close');
    }
  }
}

/** A connection's parser, which Node's types omit. It parses a packet before any handler runs. */
type Parsed = { parser?: { onIncoming?: (req: { upgrade: boolean | null }) => number; pause?: () => void } | null };

/**
 * Stops reading from a connection. The packet at hand yields at most one more request; later data
 * stays with the system, which makes the sender wait. If a version of Node has another parser,
 * further requests are parsed and thrown away.
 */
function stopReading(socket: Socket & Parsed): void {
  const { parser } = socket;
  // Returning 2 makes the parser leave the rest to somebody else, as after an upgrade. The request
  // itself must not look like an upgrade.
  if (parser?.onIncoming !== undefined) {
    parser.onIncoming = (req) => {
      req.upgrade = false;
      return 2;
    };
  }
  // Pausing now would have no effect: the end of each request in the packet resumes the socket.
  process.nextTick(() => {
    // A connection that has ended meanwhile must go on throwing its data away.
    if (!socket.writable) return;
    socket.parser?.pause?.();
    socket.pause();
  });
}
