import { isUnavailable } from '@goal/db';

/** The way by which one process reaches another: the channel of node:cluster. */
export type Way = {
  /** Never throws; what is sent after the end is lost. */
  send: (packet: object) => void;
  onPacket: (listener: (packet: unknown) => void) => void;
  onEnd: (listener: () => void) => void;
};

/** What one side may be asked: JSON in, JSON or a promise of it out. */
type Calls = Record<string, (...args: never[]) => unknown>;
type Result<One extends (...args: never[]) => unknown> = Awaited<ReturnType<One>>;

/** A question, which wants an answer unless its number is 0, or the answer to one. */
type Message =
  | { ask: number; name: string; args: unknown[] }
  | { to: number; value?: unknown; failure?: string; isUnavailable?: boolean };
type Packet = { goal: Message[] };

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

/** No answer came: in time, or before the other process was gone. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Questions and answers between two processes of a service. What is asked in one turn of the event
 * loop goes into one packet. Packets arrive in order, so a `tell` is heard before a later `ask`.
 */
export class Link<Theirs extends Calls> {
  readonly #waiting = new Map<number, Waiting>();
  #messages: Message[] = [];
  #asked = 0;
  #hasEnded = false;

  /** `own` answers what the other side asks. An answer that fails is told as a sentence. */
  constructor(
    private readonly way: Way,
    private readonly own: Calls,
  ) {
    way.onPacket((packet) => {
      if (isPacket(packet)) for (const message of packet.goal) this.#take(message);
    });
    way.onEnd(() => this.#end());
  }

  /** Throws `NoAnswer` after `limitMs`, and an `Error` with the sentence of a failure. */
  ask<Name extends keyof Theirs & string>(
    limitMs: number,
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ): Promise<Result<Theirs[Name]>> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) {
        reject(new NoAnswer('the other process is gone'));
        return;
      }
      const ask = (this.#asked += 1);
      const timer = setTimeout(() => {
        this.#waiting.delete(ask);
        reject(new NoAnswer(`no answer to ${name} within ${limitMs} ms`));
      }, limitMs);
      // The other side has this program's own types.
      this.#waiting.set(ask, { resolve: resolve as (value: unknown) => void, reject, timer });
      this.#send({ ask, name, args: given(args) });
    });
  }

  /** Asks without waiting for an answer. Never fails. */
  tell<Name extends keyof Theirs & string>(name: Name, ...args: Parameters<Theirs[Name]>): void {
    this.#send({ ask: 0, name, args: given(args) });
  }

  #send(message: Message): void {
    if (this.#hasEnded) return;
    if (this.#messages.push(message) > 1) return;
    setImmediate(() => {
      const packet: Packet = { goal: this.#messages };
      this.#messages = [];
      this.way.send(packet);
    });
  }

  #take(message: Message): void {
    if ('ask' in message) void this.#answer(message);
    else {
      const { to, value, failure, isUnavailable: isAway } = message;
      const waiting = this.#waiting.get(to);
      if (waiting === undefined) return;
      this.#waiting.delete(to);
      clearTimeout(waiting.timer);
      if (failure === undefined) waiting.resolve(value);
      // The code of a database that takes no connections, which the words have lost.
      else waiting.reject(Object.assign(new Error(failure), isAway === true ? { code: '57P03' } : {}));
    }
  }

  async #answer({ ask, name, args }: Extract<Message, { ask: number }>): Promise<void> {
    let answer: Message;
    try {
      // The other side has this program's own types.
      const call = this.own[name] as ((...given: unknown[]) => unknown) | undefined;
      const made = call?.(...args);
      answer = { to: ask, value: made instanceof Promise ? await made : made };
    } catch (error) {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      answer = { to: ask, failure, isUnavailable: isUnavailable(error) };
    }
    if (ask > 0) this.#send(answer);
  }

  #end(): void {
    this.#hasEnded = true;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new NoAnswer('the other process is gone'));
    }
    this.#waiting.clear();
  }
}

/** Without what is left out at the end: JSON would make it null, which no default stands for. */
const given = (args: readonly unknown[]): unknown[] =>
  args.slice(0, args.findLastIndex((one) => one !== undefined) + 1);

function isPacket(packet: unknown): packet is Packet {
  return typeof packet === 'object' && packet !== null && 'goal' in packet;
}
