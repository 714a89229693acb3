import type { AccountReceivedEvent, OpenSink, StreamFilters } from '@goal/contract';
import type { Delivery } from '@goal/sinks';

import type { Mailer } from '../../mail/mailer.ts';

/** A stream as it is sent to. */
export type SentStream = {
  id: string;
  name: string;
  account: { rowId: number; id: string };
  sink: OpenSink;
  sealed: Uint8Array;
  filters: StreamFilters;
  /** Attempts in a row that failed. */
  attempts?: number;
  /** Of a stream of mails. */
  untold?: Untold;
};

/**
 * Events that mails left out by the hour's limit, for each reader: by person, or `account`. Their
 * next mail counts them (rulings §15.3).
 */
export type Untold = Readonly<Record<string, number>>;

/** A position without its account and incarnation. */
export type Place = { seq: number; eventId: number };

/** A file of the object store that is packed already. */
export type PackedFile = {
  body: Buffer;
  /** Its first event: the number of its commit, its id, and when it arrived. They name the file. */
  start: Place;
  receivedAt: string;
  lastId: number;
  events: number;
};

/** Events in the order of the tail, and the positions before and behind them. */
export type StreamBatch = {
  events: readonly AccountReceivedEvent[];
  /** Further events that a mail counts and does not show. */
  others: number;
  era: number;
  from: Place;
  to: Place;
  isTest: boolean;
  /** In place of the events. */
  file?: PackedFile;
};

/** `mailer` is undefined without a mail server; links of mails lead to `dashboardUrl`. */
export type DeliveryMeans = { mailer: Mailer | undefined; dashboardUrl: string; signal: AbortSignal | undefined };

/** What came of a batch; of one that was mailed also whom it did not reach. */
export type BatchDelivery = Delivery & { untold?: Untold };
