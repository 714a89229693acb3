import { setTimeout as sleep } from 'node:timers/promises';

import { FairSemaphore, type Share } from '@goal/fairness';
import pg from 'pg';

import { currentAllowance, withAllowance, type Allowance } from './allowance.ts';
import { Client } from './client.ts';
import type { Lives } from './lives.ts';
import type { SessionSettings } from './session-base.ts';
import { codeOf } from './startup-error.ts';

export type FairPoolOptions = pg.PoolConfig & {
  max: number;
  /** Connections that one owner may hold at a time. */
  share: number;
  /** Milliseconds that a caller waits for a connection. */
  queueTimeoutMs: number;
  /** Milliseconds after which the database ends a statement by itself, in every session. */
  statementTimeoutMs: number;
  /** The settings of new sessions. Asked once. */
  sessionSettings: () => Promise<SessionSettings>;
  /** Ends the statement that a server process is running. */
  cancel: (pid: number) => Promise<unknown>;
  /** Sessions of an ended life of the database are closed instead of used. */
  lives: Lives;
};

/** Callers of one owner that may wait (docs/decisions/018-fair-shares.md). */
const queueLimit = 1000;
/** The owner of what no request asked for: background work, and look-ups that requests share. */
const service = 'service';
/** When a pool that found the server full may grow again, and when one without any asks again. */
const fullMs = { grow: 1000, ask: 100 };
const wholePool: Share = { permits: Infinity, queueLimit: Infinity };

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * A pool that gives its connections out fairly among accounts and holds each request to its
 * allowance: a request's statements together last no longer than that, and statements that nobody
 * waits for any more are cancelled. Callers see an ordinary pool.
 */
export class FairPool extends pg.Pool {
  readonly #permits: FairSemaphore;
  readonly #share: Share;
  readonly #cancel: FairPoolOptions['cancel'];
  readonly #sessionSettings: FairPoolOptions['sessionSettings'];
  readonly #max: number;
  readonly #queueTimeoutMs: number;
  #isSet = false;
  readonly #statementTimeoutMs: number;
  readonly #lives: Lives;
  /** Connections whose session has a shorter statement timeout than the pool's. */
  readonly #limited = new WeakSet<pg.PoolClient>();
  /** Connections that were given back after their statements had answers. */
  #answered = 0;

  constructor({
    share,
    queueTimeoutMs,
    sessionSettings,
    cancel,
    statementTimeoutMs,
    lives,
    ...config
  }: FairPoolOptions) {
    super({ Client, ...config });
    this.#cancel = cancel;
    this.#lives = lives;
    this.#sessionSettings = sessionSettings;
    this.#statementTimeoutMs = statementTimeoutMs;
    this.#max = config.max;
    this.#queueTimeoutMs = queueTimeoutMs;
    this.#share = { permits: share, queueLimit };
    this.#permits = new FairSemaphore({ permits: config.max, queueTimeoutMs });
  }

  /** Callers that wait for a connection. */
  get queued(): number {
    return this.#permits.waiting;
  }

  /** Throws `Overload`: the queue is full, the turn comes too late, or nothing is left to spend. */
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
    await this.#permits.take(owner, allowance === undefined ? wholePool : this.#share, allowance?.signal);
    try {
      allowance?.judge();
      const client = await this.#reach();
      await this.#limit(client, allowance?.leftMs ?? Infinity);
      this.#watch(client, owner, allowance);
      return client;
    } catch (error) {
      this.#permits.give(owner);
      throw error;
    }
  }

  /**
   * When the database is out of reach for one caller, all callers that wait are refused: they would
   * meet the same, and have waited as long already. Where others were answered meanwhile the
   * database is there, and slow, so that it refuses one caller alone.
   */
  async #reach(): Promise<pg.PoolClient> {
    const answered = this.#answered;
    try {
      if (!this.#isSet) {
        // The pool makes each client with its options.
        Object.assign(this.options, { settings: await this.#sessionSettings() });
        this.#isSet = true;
      }
      for (;;) {
        const client = await this.#open();
        if (this.#lives.admits(client)) return client;
        client.release(true);
      }
    } catch (error) {
      if (this.#answered === answered) this.#permits.refuseWaiting(error);
      throw error;
    }
  }

  /**
   * A server without a free connection, because other processes and programs have them, is no
   * failure: the pool goes on with those that it has, and its callers wait for one of them.
   */
  async #open(): Promise<pg.PoolClient> {
    const untilMs = performance.now() + this.#queueTimeoutMs;
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if (codeOf(error) !== tooManyConnections || performance.now() > untilMs) throw error;
        if (this.totalCount === 0) await sleep(fullMs.ask);
        else this.#shrink();
      }
    }
  }

  #shrink(): void {
    const growsSoon = this.options.max < this.#max;
    this.options.max = this.totalCount;
    if (!growsSoon) setTimeout(() => (this.options.max = this.#max), fullMs.grow).unref();
  }

  /** Lowers the session's statement timeout to what the request has left, for this caller. */
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

  /** Until the connection is released: cancels its statement when the allowance ends. */
  #watch(client: pg.PoolClient, owner: string, allowance: Allowance | undefined): void {
    let cancelling: Promise<unknown> | undefined;
    const end = allowance?.hold(() => {
      // If cancelling fails, the statement's own limit ends it.
      cancelling ??= withAllowance(undefined, () => this.#cancel(pidOf(client))).catch(() => {});
    });
    const release = client.release.bind(client);
    const giveBack = (reason: Error | boolean | undefined): void => {
      // The pool itself says null where there was no error.
      if (!reason) this.#answered += 1;
      release(reason);
      this.#permits.give(owner);
    };
    client.release = (reason) => {
      end?.();
      if (cancelling === undefined) giveBack(reason);
      // A cancellation that comes late must not end the next caller's statement.
      else void cancelling.then(() => giveBack(isCancelled(reason) ? undefined : (reason ?? true)));
    };
  }
}

/** SQLSTATE of a server, a database or a user that has as many connections as it may have. */
const tooManyConnections = '53300';

/** True when the statement was cancelled. Its session is as good as before. */
function isCancelled(reason: Error | boolean | undefined): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === '57014';
}

function pidOf(client: pg.PoolClient): number {
  // The types of pg leave out the process id that the server sends.
  return (client as pg.PoolClient & { processID: number }).processID;
}
