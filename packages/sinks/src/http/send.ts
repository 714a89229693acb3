import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';

import { HungUp, isBreak, SinkFailure } from '../failures.ts';
import { answerMaxBytes, connectMs, requestMs, restOfAnswerMs } from '../figures.ts';
import { AddressNotAllowed } from '../guard/addresses.ts';
import type { Guard } from '../guard/guard.ts';

export type Outgoing = {
  url: string;
  method: 'POST' | 'PUT';
  headers: Record<string, string>;
  body: Buffer;
  /** Bytes of the body before it was zipped, where it is. */
  plainBytes?: number;
  /** The authority of the sink's certificate, PEM; null: the known ones. */
  ca: string | null;
  accountId: string;
  /** True: the answer's body decides too, so it is waited for. One that breaks off decides not. */
  needsBody: boolean;
  /** For the whole request, in ms. */
  timeLimitMs?: number;
};
/** `body` holds at most `answerMaxBytes`; `isCut` says that there was more, or that no end came. */
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; isCut: boolean };

/**
 * Sends one request to a sink and reads its answer as far as `answerMaxBytes`. Redirects are not
 * followed.
 *
 * Throws `AddressNotAllowed`, `NameNotResolved`, `SinkFailure`, and the errors of Node's sockets,
 * TLS and parser.
 */
export async function send(outgoing: Outgoing, guard: Guard, signal?: AbortSignal): Promise<Answer> {
  // Node resolves names only, so the guard's `lookup` never sees a literal address.
  if (!guard.isAllowedUrl(outgoing.url)) throw new AddressNotAllowed();
  const deadline = Date.now() + (outgoing.timeLimitMs ?? requestMs);
  for (;;) {
    try {
      return await new Exchange(outgoing, guard, deadline, signal).answer;
    } catch (error) {
      // The sink closed an idle connection in the moment of its next use. Each attempt takes one
      // from the pool, so this ends with a new one.
      if (!(error instanceof StaleConnection)) throw error;
    }
  }
}

class StaleConnection extends Error {}

/** One attempt at a request: every way to its end passes `settle`, once. */
class Exchange {
  readonly answer: Promise<Answer>;
  readonly #request: http.ClientRequest;
  readonly #outgoing: Outgoing;
  readonly #timers: NodeJS.Timeout[] = [];
  #settle: (end: { answer: Answer } | { error: unknown }) => void = () => undefined;
  #hasAnswer = false;
  #isConnected = false;
  /** Ends the exchange with an error: it fails, or an answer that has begun is cut. */
  #giveUp = (error: unknown): void => this.#settle({ error });

  constructor(outgoing: Outgoing, guard: Guard, deadline: number, signal: AbortSignal | undefined) {
    this.#outgoing = outgoing;
    const url = new URL(outgoing.url);
    const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
    const secure = protocol === 'https:' && outgoing.ca !== null ? { ca: outgoing.ca } : {};
    this.#request = (protocol === 'https:' ? https : http).request(url, {
      ...secure,
      method: outgoing.method,
      agent: guard.agentOf(outgoing.accountId, protocol),
      headers: { ...outgoing.headers, 'content-length': String(outgoing.body.byteLength) },
    });
    const aborted = (): void => this.#settle({ error: new SinkFailure('stopped') });
    this.answer = new Promise((resolve, reject) => {
      this.#settle = (end) => {
        for (const timer of this.#timers) clearTimeout(timer);
        signal?.removeEventListener('abort', aborted);
        this.#settle = () => undefined;
        if ('answer' in end) return resolve(end.answer);
        this.#request.destroy();
        reject(end.error);
      };
    });
    const limitMs = outgoing.timeLimitMs ?? requestMs;
    this.#after(deadline - Date.now(), () =>
      this.#giveUp(new SinkFailure(`the receiver did not answer within ${limitMs / 1_000} s`)),
    );
    this.#watch(protocol === 'https:' ? 'secureConnect' : 'connect');
    signal?.addEventListener('abort', aborted);
    if (signal?.aborted) aborted();
    else this.#request.end(outgoing.body);
  }

  #watch(connected: 'connect' | 'secureConnect'): void {
    const request = this.#request;
    const late = new SinkFailure(`no connection within ${connectMs / 1_000} s`);
    const connecting = this.#after(connectMs, () => this.#giveUp(late));
    request.on('socket', (socket: Socket) => {
      const onConnect = (): void => {
        this.#isConnected = true;
        clearTimeout(connecting);
      };
      if (request.reusedSocket) onConnect();
      else socket.once(connected, onConnect);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && !this.#hasAnswer && isBreak(error);
      if (isStale) this.#settle({ error: new StaleConnection() });
      else this.#giveUp(this.#isConnected && isBreak(error) ? this.#hungUp() : error);
    });
    request.on('response', (response) => this.#read(response));
  }

  #read(response: IncomingMessage): void {
    this.#hasAnswer = true;
    const parts: Buffer[] = [];
    let bytes = 0;
    const done = (isCut: boolean): void => {
      if (isCut) this.#request.destroy();
      const body = Buffer.concat(parts).subarray(0, answerMaxBytes);
      this.#settle({ answer: { status: response.statusCode ?? 0, headers: response.headers, body, isCut } });
    };
    // The status has come, and nothing undoes it.
    this.#giveUp = () => done(true);
    if (!this.#outgoing.needsBody) this.#after(restOfAnswerMs, () => done(true));
    response.on('data', (part: Buffer) => {
      bytes += part.byteLength;
      parts.push(part);
      if (bytes > answerMaxBytes) done(true);
    });
    response.on('end', () => done(false));
    response.on('error', (error) => this.#giveUp(error));
  }

  #hungUp(): HungUp {
    const { body, plainBytes } = this.#outgoing;
    return new HungUp('the sink ended the connection without an answer', plainBytes ?? body.byteLength);
  }

  #after(ms: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(act, Math.max(ms, 0));
    this.#timers.push(timer);
    return timer;
  }
}
