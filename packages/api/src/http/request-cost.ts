import type { ServerResponse } from 'node:http';

import { Allowance } from '@goal/core';

import { ClientGone } from './client-gone.ts';

/**
 * What an HTTP request may cost the database; the calls of a batch share it. Of a request that only reads, what it asks is cancelled as soon as
 * nobody waits for the answer. A change that has begun comes to its end: the client that went away cannot know which half happened.
 */
export class RequestCost {
  #allowance: Allowance | undefined;
  readonly #gone: AbortController | undefined;

  constructor(res: ServerResponse, isReading: boolean) {
    if (!isReading) return;
    const gone = new AbortController();
    this.#gone = gone;
    res.once('close', () => {
      if (!res.writableFinished) gone.abort(new ClientGone());
    });
  }

  /** `owner`: whose share of the database it takes. */
  allowance(owner: string): Allowance {
    this.#allowance ??= new Allowance({ owner, signal: this.#gone?.signal });
    return this.#allowance;
  }

  /** Aborted when nobody waits for the answer any more; none where the request changes something. */
  get signal(): AbortSignal | undefined {
    return this.#gone?.signal;
  }

  /** Whether nobody waits for the answer any more. */
  get isAbandoned(): boolean {
    return this.#gone?.signal.aborted === true;
  }
}
