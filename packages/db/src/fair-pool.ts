import pg from 'pg';

import { currentAllowance, withAllowance, type Allowance } from './allowance.ts';
import { Client } from './client.ts';
import { Turns, type Share } from './turns.ts';

export type FairPoolOptions = pg.PoolConfig & {
  max: number;
  /** Connections that one owner may hold at a time. */
  share: number;
  /** Milliseconds that a caller stands in line. */
  patience: number;
  /** Milliseconds after which the database ends a statement by itself, in every session. */
  statementTimeoutMs: number;
  /** Ends the statement that a server process is at. */
  cancel: (pid: number) => Promise<unknown>;
};

/** How many callers of one owner may stand in line. */
const line = 100;
/** Whose share it is what no request asked for: background work, and look-ups that many requests share. */
const service = 'service';
const wholePool: Share = { places: Infinity, line: Infinity };

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * A pool whose connections are dealt out fairly among accounts, and that holds each request to its allowance: its statements together last no longer
 * than that, and those that nobody waits for any more are cancelled. Callers see an ordinary pool.
 */
export class FairPool extends pg.Pool {
  readonly #turns: Turns;
  readonly #share: Share;
  readonly #cancel: FairPoolOptions['cancel'];
  readonly #statementTimeoutMs: number;
  /** Connections whose session has a shorter limit than the pool's. */
  readonly #limited = new WeakSet<pg.PoolClient>();

  constructor({ share, patience, cancel, statementTimeoutMs, ...config }: FairPoolOptions) {
    super({ Client, ...config });
    this.#cancel = cancel;
    this.#statementTimeoutMs = statementTimeoutMs;
    this.#share = { places: share, line };
    this.#turns = new Turns({ places: config.max, patience });
  }

  /** Callers that wait for a connection. */
  get inLine(): number {
    return this.#turns.waiting;
  }

  /** Throws `Overload` when the owner's line is too long, its turn does not come in time, or its request has nothing left to spend. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    const connected = this.#checkOut(currentAllowance());
    if (callback === undefined) return connected;
    void this.#hand(connected, callback);
  }

  async #hand(connected: Promise<pg.PoolClient>, callback: Callback): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await connected;
    } catch (error) {
      callback(error instanceof Error ? error : new Error('no connection', { cause: error }), undefined, () => {});
      return;
    }
    callback(undefined, client, (reason) => client.release(reason));
  }

  async #checkOut(allowance: Allowance | undefined): Promise<pg.PoolClient> {
    const owner = allowance?.owner ?? service;
    allowance?.judge();
    await this.#turns.take(owner, allowance === undefined ? wholePool : this.#share, allowance?.signal);
    try {
      allowance?.judge();
      const client = await this.#reach();
      await this.#limit(client, allowance?.left ?? Infinity);
      this.#watch(client, owner, allowance);
      return client;
    } catch (error) {
      this.#turns.give(owner);
      throw error;
    }
  }

  /** Who stands in line behind one for whom the database is out of reach would meet the same, and has waited as long already. */
  async #reach(): Promise<pg.PoolClient> {
    try {
      return await super.connect();
    } catch (error) {
      this.#turns.refuse(error);
      throw error;
    }
  }

  /** Sets the session's limit where the request has less left than any may take, and back for who comes next. */
  async #limit(client: pg.PoolClient, left: number): Promise<void> {
    const isShort = left < this.#statementTimeoutMs;
    if (!isShort && !this.#limited.has(client)) return;
    try {
      const timeoutMs = isShort ? Math.max(1, Math.floor(left)) : this.#statementTimeoutMs;
      await client.query(`set statement_timeout = ${timeoutMs}`);
    } catch (error) {
      client.release(true);
      throw error;
    }
    if (isShort) this.#limited.add(client);
    else this.#limited.delete(client);
  }

  /** Until the connection is released: cancels what it does when the allowance ends. */
  #watch(client: pg.PoolClient, owner: string, allowance: Allowance | undefined): void {
    let cancelling: Promise<unknown> | undefined;
    const end = allowance?.hold(() => {
      // Where this fails the statement's own limit ends it.
      cancelling ??= withAllowance(undefined, () => this.#cancel(pidOf(client))).catch(() => {});
    });
    const release = client.release.bind(client);
    const giveBack = (reason: Error | boolean | undefined): void => {
      release(reason);
      this.#turns.give(owner);
    };
    client.release = (reason) => {
      end?.();
      if (cancelling === undefined) giveBack(reason);
      // A cancellation that has met nothing yet must not meet the statement of somebody else.
      else void cancelling.then(() => giveBack(isCancelled(reason) ? undefined : (reason ?? true)));
    };
  }
}

/** Whether a statement was cancelled, after which its session is as good as before. */
function isCancelled(reason: Error | boolean | undefined): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === '57014';
}

function pidOf(client: pg.PoolClient): number {
  // The types of pg leave out what the server told of itself.
  return (client as pg.PoolClient & { processID: number }).processID;
}
