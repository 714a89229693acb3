import { Worker } from 'node:worker_threads';

import type { FromThread, ThreadData, SealerMessage, ToThread } from './sealer-thread.ts';
import type { SealOutcome } from '../seal/seal-account.ts';
import type { SealFigures, SealNow } from './sealer.ts';

/** Commits within this time ring together, in ms. */
const ringMs = 100;
/** A thread that ended by itself is started again after this time, in ms. */
const restartMs = 5000;
/** A thread whose database does not answer is ended this long after it was told to stop, in ms. */
const stopMs = 3000;

type WaitingSeal = { resolve: (outcome: SealOutcome) => void; reject: (error: unknown) => void };

/** A `Sealer` in a thread of its own, which starts with the first call (sealer-thread.ts). */
export class ThreadSealer {
  #figures: SealFigures = { events: 0, checkpoints: 0, failures: 0, refusal: undefined, threadBytes: 0 };
  #thread: Worker | undefined;
  readonly #waiting = new Map<number, WaitingSeal>();
  #rung = new Set<number>();
  #ringing: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isStopping = false;
  #calls = 0;

  constructor(
    private readonly data: ThreadData & { program: URL },
    private readonly onError: (error: unknown) => void,
  ) {}

  get figures(): SealFigures {
    return this.#figures;
  }

  start(): void {
    this.#isStarted = true;
    this.#send({ kind: 'start' });
  }

  ring(accounts: Iterable<number>): void {
    for (const account of accounts) this.#rung.add(account);
    this.#ringing ??= setTimeout(() => {
      this.#ringing = undefined;
      const rung = [...this.#rung];
      this.#rung = new Set();
      this.#send({ kind: 'ring', accounts: rung });
    }, ringMs).unref();
  }

  seal(account: number, options: SealNow = {}): Promise<SealOutcome> {
    const id = (this.#calls += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ kind: 'seal', id, account, options });
    });
  }

  /** For a command that works once, which needs no thread. */
  sealUnsealed(): Promise<void> {
    return Promise.reject(new Error('a thread seals by itself'));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#ringing);
    const thread = this.#thread;
    if (thread === undefined) return;
    const ended = new Promise<void>((resolve) => {
      thread.once('exit', () => resolve());
    });
    // It keeps the process alive until it has ended.
    thread.ref();
    const cut = setTimeout(() => void thread.terminate(), stopMs);
    this.#send({ kind: 'stop' });
    await ended;
    clearTimeout(cut);
  }

  #send(message: ToThread): void {
    this.#thread ??= this.#launch();
    this.#thread.postMessage(message);
  }

  #launch(): Worker {
    const { program, ...data } = this.data;
    const thread = new Worker(program, { workerData: data satisfies ThreadData });
    thread.unref();
    thread.on('message', (message: FromThread) => this.#hear(message));
    thread.on('error', (error) => this.onError(error));
    thread.on('exit', () => {
      this.#thread = undefined;
      this.#figures = { ...this.#figures, threadBytes: 0 };
      for (const { reject } of this.#waiting.values()) reject(new Error('the thread that seals has ended'));
      this.#waiting.clear();
      if (this.#isStarted && !this.#isStopping) setTimeout(() => this.start(), restartMs).unref();
    });
    return thread;
  }

  #hear(message: FromThread): void {
    if (message.kind === 'error') this.onError(heard(message));
    else if (message.kind === 'figures') this.#figures = message.figures;
    else {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.kind === 'sealed') waiting?.resolve(message.outcome);
      else waiting?.reject(heard(message));
    }
  }
}

/** The error with the code that its copy lost: a server that takes no connections. */
const heard = ({ error, isUnavailable }: SealerMessage): Error =>
  isUnavailable ? Object.assign(error, { code: '57P03' }) : error;
