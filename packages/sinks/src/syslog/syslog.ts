import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';

import type { SyslogSink } from '@goal/contract';

import { sentEvents } from '../event-json.ts';
import { failureSentence, HungUp, isBreak, SinkFailure } from '../failures.ts';
import { connectMs, maxBatchBytes, minSettleMs, requestMs } from '../figures.ts';
import { AddressNotAllowed } from '../guard/addresses.ts';
import { canonicalHost, type Guard } from '../guard/guard.ts';
import { tooLarge } from '../http/outcome.ts';
import type { Batch, Ending, Means } from '../sink.ts';
import { cefMessage } from './cef.ts';
import { messageWithin } from './free-text.ts';
import { HeldSocket } from './held-socket.ts';
import { octetCounted, rfc5424Message } from './rfc5424.ts';

/** The sentence beside the yes of a test: the connection was read, and no more. */
const noAnswer =
  'syslog answers nothing: look on the other side for a message of goal, «A test of this stream»; without one the receiver does not count octets (RFC 5425)';

/**
 * Delivers a batch over a connection of its own. Syslog has no acknowledgement: the yes is that the
 * receiver, after it was told the end, ended the connection too, without an error.
 */
export async function deliverSyslog(sink: SyslogSink, batch: Batch, means: Means): Promise<Ending> {
  const write = sink.body === 'cef' ? cefMessage : rfc5424Message;
  const events = sentEvents(batch.events, batch.isTest);
  const messages = events.map((event) => messageWithin(event, write, sink.max_bytes));
  const bytes = octetCounted(messages);
  if (bytes.byteLength > maxBatchBytes) return tooLarge(bytes.byteLength);
  const sent = { bytes, plainBytes: Buffer.byteLength(messages.join('')) };
  await new Connection(sink, means.guard, sent, means.signal).ended;
  const error = batch.isTest ? noAnswer : null;
  return { status: null, error, said: null, bytes: bytes.byteLength, outcome: 'taken' };
}

/** One connection from its beginning to its end: every way to the end passes `settle`, once. */
class Connection {
  /** Resolves when the receiver has read to the end. */
  readonly ended: Promise<void>;
  readonly #raw: Socket;
  #settle: (error?: Error) => void = () => undefined;
  #connectedAt = 0;
  #isSecure = false;
  readonly #plainBytes: number;
  #isEndTold = false;
  #settleMs = minSettleMs;

  constructor(
    sink: SyslogSink,
    guard: Guard,
    { bytes, plainBytes }: { bytes: Buffer; plainBytes: number },
    signal: AbortSignal | undefined,
  ) {
    this.#plainBytes = plainBytes;
    const host = canonicalHost(sink.host);
    // Node resolves names only, so the guard's `lookup` never sees a literal address.
    if (host === undefined || !guard.isAllowedHost(host)) throw new AddressNotAllowed();
    const secureContext = contextOf(sink);
    this.#raw = connectTcp({ host, port: sink.port, lookup: guard.lookup, allowHalfOpen: true, noDelay: true });
    const socket = this.#secure(secureContext, host);
    const fail = (sentence: string) => () => this.#settle(new SinkFailure(sentence));
    const connecting = setTimeout(fail(`no connection within ${connectMs / 1_000} s`), connectMs);
    const whole = setTimeout(fail(`the connection did not end within ${requestMs / 1_000} s`), requestMs);
    const aborted = fail('stopped');
    this.ended = new Promise((resolve, reject) => {
      this.#settle = (error) => {
        clearTimeout(connecting);
        clearTimeout(whole);
        signal?.removeEventListener('abort', aborted);
        this.#settle = () => undefined;
        socket.destroy();
        this.#raw.destroy();
        if (error) reject(error);
        else resolve();
      };
    });
    signal?.addEventListener('abort', aborted);
    if (signal?.aborted) aborted();
    this.#raw.once('connect', () => (this.#connectedAt = performance.now()));
    socket.once('secureConnect', () => {
      this.#isSecure = true;
      clearTimeout(connecting);
      // The handshake took at least one way there and back.
      this.#settleMs = Math.max(2 * (performance.now() - this.#connectedAt), minSettleMs);
      socket.write(bytes, () => setTimeout(() => this.#tellEnd(socket), this.#settleMs));
    });
  }

  #secure(secureContext: SecureContext, host: string): TLSSocket {
    const held = new HeldSocket(this.#raw);
    const socket = connectTls({ socket: held, host, secureContext, ...(isIP(host) === 0 && { servername: host }) });
    const fail = (error: Error): void => this.#broken(error);
    // The socket below tells first, and better, why a connection did not come about.
    this.#raw.on('error', fail);
    socket.on('error', fail);
    held.on('error', fail);
    socket.once('end', () => {
      if (!this.#isEndTold) fail(endedEarly());
      else setTimeout(() => void this.#conclude(held), this.#settleMs);
    });
    socket.once('close', () => {
      if (!socket.readableEnded) fail(new SinkFailure('the connection broke off'));
    });
    return socket.resume();
  }

  /** Ends a moment after all is written: a receiver that ends before may not have read it. */
  #tellEnd(socket: TLSSocket): void {
    if (socket.destroyed) return;
    this.#isEndTold = true;
    socket.end();
  }

  async #conclude(held: HeldSocket): Promise<void> {
    if (await held.isIntact()) this.#settle();
    else this.#broken(endedEarly());
  }

  /** An end before all was read. Once the connection was made, what was sent may be the reason. */
  #broken(error: Error): void {
    const isOfReceiver = error instanceof SinkFailure || isBreak(error);
    this.#settle(this.#isSecure && isOfReceiver ? new HungUp(failureSentence(error), this.#plainBytes) : error);
  }
}

function contextOf({ ca, client_key: key, client_cert: cert }: SyslogSink): SecureContext {
  try {
    return createSecureContext({
      ...(ca !== null && { ca }),
      ...(key !== null && cert !== null && { key, cert }),
      minVersion: 'TLSv1.2',
    });
  } catch {
    throw new SinkFailure('a certificate or the key of the sink cannot be read');
  }
}

function endedEarly(): SinkFailure {
  return new SinkFailure('the sink ended the connection before it had read everything');
}
