/** Numbers of the contract (interface.md §8, rulings §2 to §8). Plan limits are rows in the database, not here. */
export const limits = {
  /** interface.md §8 */
  accountKeysPerAccount: 10,
  groupKeysPerGroup: 10,
  nameLength: 200,
  externalRefLength: 200,
  pageSize: { min: 1, max: 200, default: 50 },
  /** Rows that native tRPC answers of a list without pages: it makes each answer in one piece (rulings §5.3). */
  nativeRows: 10_000,
  /** Token buckets: `rate` a second, `burst` at once (interface.md §8, rulings §6.8, §7.1). The read bucket's rate is the site's own; its burst is 3 × that. */
  accountRate: { rate: 10, burst: 30 },
  readBurstFactor: 3,
  readRateDefault: 10,
  readRate: { min: 1, max: 1000 },
  ingestRate: { rate: 50, burst: 200 },
  /** Bytes (rulings §2.2) */
  bodyBytes: 1024 * 1024,
  ingestBodyBytes: 4 * 1024 * 1024,
  /** Lists, objects and their parts in a body: to read 4 MiB of nothing else would stop everybody for seconds. 1 MiB never holds so many, 1,000 events some 15,000. */
  bodyParts: 600_000,
  /** Of a body of events with more parts only what matters is read. */
  batchParts: 60_000,
  /** Bytes of bodies that have not been answered yet. */
  bodiesBytes: 64 * 1024 * 1024,
  /** Bytes of unanswered bodies on the payment provider's path, where anybody may send. */
  webhookBytes: 16 * 1024 * 1024,
  /** Bytes of answers that are not read yet: of one key, and of all together. */
  answersOfKeyBytes: 64 * 1024 * 1024,
  answersBytes: 512 * 1024 * 1024,
  headBytes: 16 * 1024,
  /** Milliseconds for which the answers of `/readyz` and `/metrics` are remembered. */
  healthMemoryMs: 1000,
  /** Requests of one connection that wait for their answers (rulings §2.13). */
  unansweredRequests: 20,
  /** A refused body is read on up to this much before the connection is closed (rulings §2.2). */
  drainBytes: 16 * 1024 * 1024,
  drainMs: 5000,
  /** rulings §2.4 */
  batchCalls: 20,
  /** rulings §5.1 */
  domainLength: 253,
  siteUrlLength: 2048,
  /** rulings §6.3 */
  queryLength: 500,
  queryWords: 16,
  codeValues: 100,
  /** No page is cut short before so many events of its scope and time range were looked at (rulings §6.4). */
  candidates: 10_000,
  /** Events that an answer of a tail holds, and seconds that it may wait for the first. */
  tailSize: { min: 1, max: 1000, default: 200 },
  tailWaitSeconds: 30,
  /** Days that a tail reaches back, unless TAIL_DAYS says otherwise. */
  tailDays: 30,
  /** Requests that wait for events at a time: of a key, of an account, and on an instance. */
  tailWaits: { key: 2, account: 100, all: 1000 },
  /**
   * Exports that run at a time: of a key, of an account, and on an instance; and milliseconds after which an export whose reader takes nothing
   * gives way.
   */
  exports: { key: 1, account: 8, all: 32, stillMs: 30_000 },
  /** Events between two checkpoints of an export. */
  checkpointEvents: 10_000,
  /** rulings §7: events a request, code points a field */
  eventsPerRequest: 1000,
  messageLength: 8192,
  userAgentLength: 1024,
  textLength: 255,
  /** Hours that an event may lie ahead; the first year that is taken (rulings §7.4). */
  hoursAhead: 24,
  firstYear: 2000,
  /** rulings §8 */
  emailLength: 254,
  /** Sites that one request to activate sites may name, and that it may activate. */
  activationIds: 200,
  activations: 5000,
} as const;

/** rulings §2.8: whole numbers that JavaScript holds exactly. */
export const maxInteger = Number.MAX_SAFE_INTEGER;

/** Bounds of what an operator may set a plan's limits to (rulings §4). */
export const planBounds = {
  sites: { least: 0, most: 1_000_000 },
  retention_days: { least: 1, most: 36_500 },
  fair_use_events: { least: 0, most: 1_000_000_000_000 },
} as const;
