import type { AccountReceivedEvent } from '@goal/contract';

import type { Guard } from './guard/guard.ts';

export type Batch = {
  streamId: string;
  accountId: string;
  /** `webhook-id` (`webhookId`). */
  id: string;
  /** The begin of the batch in the tail; it names the object of S3. */
  start: { seq: number; eventId: number };
  /** In the order of the tail. For S3 all of one hour of arrival (`oneHour`). */
  events: readonly AccountReceivedEvent[];
  /** A made-up event, whose receivers are told so. */
  isTest: boolean;
  /** Secrets of a webhook, `whsec_…`, the newest first; each signs. */
  signing: readonly string[];
  /** The newest checkpoint of the signed log. */
  log?: { size: number; checkpoint: string } | null;
};

/**
 * The outcome of a delivery. `error` is a sentence of ours on one line, without secrets, paths and
 * anything that the sink chose but its status. `said` are the sink's own words, where it documents
 * a field for them: 200 characters on one line, without secrets. They may repeat the events, so
 * only people of the account read them.
 */
export type Delivery = {
  status: number | null;
  error: string | null;
  said: string | null;
  bytes: number;
  tookMs: number;
} & Outcome;
export type Outcome =
  /** The sink has it. `error` is what it said nevertheless. */
  | { outcome: 'taken' }
  /** The sink refuses this batch, and perhaps not each half of it. */
  | { outcome: 'refused' }
  /**
   * Try again later. `isGone`: the sink wants nothing more (410). `isHungUp`: it ended the
   * connection on what was sent, of which `bytes` is the length.
   */
  | { outcome: 'failed'; retryAfterSeconds?: number; isGone?: true; isHungUp?: true };

export type Means = {
  guard: Guard;
  /** Ends the delivery; its outcome is then `failed`. */
  signal?: AbortSignal;
  /** For tests. */
  now?: () => Date;
};

/** How a sink ends a delivery: everything but the time that it took. */
export type Ending = Omit<Delivery, 'tookMs' | 'outcome'> & Outcome;
