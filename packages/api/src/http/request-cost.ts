import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';

import { requestAllowance, type RequestAllowance } from '@goal/core';

import { ClientGone } from './client-gone.ts';

/**
 * The database time of an HTTP request; the calls of a batch share it. When the client goes away,
 * only statements that read are cancelled: a change is completed, never left half done.
 */
export class RequestCost {
  #allowance: RequestAllowance | undefined;
  readonly #gone: AbortController | undefined;

  constructor(res: ServerResponse, isReading: boolean) {
    if (!isReading) return;
    const gone = new AbortController();
    // Each of its statements listens while it waits, and Node warns of more than ten.
    setMaxListeners(0, gone.signal);
    this.#gone = gone;
    res.once('close', () => {
      if (!res.writableFinished) gone.abort(new ClientGone());
    });
  }

  /** `owner`: the account or operator whose share of the database the request uses. */
  allowance(owner: string): RequestAllowance {
    this.#allowance ??= requestAllowance(owner, this.#gone?.signal);
    return this.#allowance;
  }

  /** Aborts when the client goes away; undefined for a request that changes something. */
  get signal(): AbortSignal | undefined {
    return this.#gone?.signal;
  }

  /** Whether the client of a reading request has gone away. */
  get isAbandoned(): boolean {
    return this.#gone?.signal.aborted === true;
  }
}
