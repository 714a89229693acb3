/** Numbers of interface.md §8 and rulings §2 to §8. Plan limits are rows in the database. */
export const limits = {
  /** interface.md §8 */
  accountKeysPerAccount: 10,
  groupKeysPerGroup: 10,
  nameLength: 200,
  externalRefLength: 200,
  pageSize: { min: 1, max: 200, default: 50 },
  /** Maximum rows of an unpaged list over native tRPC, in one piece (rulings §5.3). */
  nativeRows: 10_000,
  /** `rate` per second, `burst` at once (interface.md §8, rulings §6.8, §7.1). */
  accountRate: { rate: 10, burst: 30 },
  readBurstFactor: 3,
  readRateDefault: 10,
  readRate: { min: 1, max: 1000 },
  ingestRate: { rate: 50, burst: 200 },
  /** Accounts whose weekly summary or checkpoint a person gets (rulings §10.40, §16.15) */
  weeklyMails: 1000,
  /** Bytes (rulings §2.2) */
  bodyBytes: 1024 * 1024,
  ingestBodyBytes: 4 * 1024 * 1024,
  /** More parts would stop everybody for seconds; 1,000 events have some 15,000. */
  bodyParts: 600_000,
  /** In a body of events with more parts the service reads only the fields that matter. */
  batchParts: 60_000,
  /** Bytes of unanswered bodies. */
  bodiesBytes: 64 * 1024 * 1024,
  /** Bytes of unanswered bodies on the payment provider's path, which anybody may call. */
  webhookBytes: 16 * 1024 * 1024,
  /** Bytes of answers that clients have not read yet: per key, and in total. */
  answersOfKeyBytes: 64 * 1024 * 1024,
  answersBytes: 512 * 1024 * 1024,
  headBytes: 16 * 1024,
  /** Milliseconds for which answers of `/readyz` and `/metrics` are cached. */
  healthMemoryMs: 1000,
  /** Unanswered requests of one connection (rulings §2.13). */
  unansweredRequests: 20,
  /** Bytes of a refused body that are still read before the connection is closed (rulings §2.2). */
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
  /** Values of a filter that takes several (rulings §6.2, §11.4) */
  filterValues: 100,
  /** Events that a page searches before it may be short (rulings §6.4). */
  candidates: 10_000,
  /** A summary (rulings §11.1, §11.2): groups, events a call examines, longest ranges. */
  summaryGroups: { min: 1, max: 200, default: 20, all: 8000 },
  summaryCandidates: 20_000,
  summaryDays: 400,
  summaryHours: 744,
  /** rulings §10.37: active sites that a report judges for silence, and silences that it shows. */
  reportedSilences: { sites: 10_000, shown: 50 },
  /** Equal slices that a summary may divide its range into (rulings §11.3). */
  summaryBuckets: { min: 1, max: 120 },
  /** Events that are shown on each side of one event. */
  aroundEvents: { min: 1, max: 50, default: 5 },
  /** Sites whose counters of days a summary adds up. */
  summarySites: 200,
  /** Maximum events in an answer of a tail, and seconds that it may wait for the first one. */
  tailSize: { min: 1, max: 1000, default: 200 },
  tailWaitSeconds: 30,
  /** Days that a tail reaches back by default (TAIL_DAYS). */
  tailDays: 30,
  /** Seconds that a tail of a session may wait: the dashboard's server gives up on longer ones. */
  sessionTailWaitSeconds: 20,
  /** Requests that wait for events: per key, session (rulings §10.7), account, instance. */
  tailWaits: { key: 2, session: 3, account: 100, all: 1000 },
  /**
   * Concurrent exports: per key, per account, and per instance; and milliseconds after which an
   * export gives way to another one if its reader takes nothing.
   */
  exports: { key: 1, account: 8, all: 32, stillMs: 30_000 },
  /** rulings §9.12: what is told of exports, days after their begin, and exports of an account. */
  toldExports: { days: 30, perAccount: 1000 },
  /** `search_events` (rulings §11.6): its events, and milliseconds before its last step. */
  searchSize: { min: 1, max: 200, default: 20 },
  searchMs: 3000,
  /** Events between two checkpoints of an export. */
  checkpointEvents: 10_000,
  /** rulings §7: events per request, code points per field */
  eventsPerRequest: 1000,
  messageLength: 8192,
  userAgentLength: 1024,
  textLength: 255,
  /** Hours that an event may be in the future, and the first accepted year (rulings §7.4). */
  hoursAhead: 24,
  firstYear: 2000,
  /** rulings §8 */
  emailLength: 254,
  reasonLength: 500,
  /** Rows that a list of attention counts, and hours for which a refused request is shown there. */
  countedRows: 1000,
  /** Accounts that a list of them counts at most (rulings §8). */
  countedAccounts: 10_000,
  refusedHours: 24,
  /** Sites that one request may name for activation, and sites that it may activate. */
  activationIds: 200,
  activations: 5000,
  /** rulings §10.19: sites that one choice may name, and choices on a UTC day */
  chosenSites: 5000,
  choicesPerDay: 3,
  /** rulings §10.45: groups in one answer of `dashboard.groups.names` */
  groupNames: 500,
  /** rulings §10.7: each session has a bucket of its own. */
  dashboardRate: { rate: 20, burst: 100 },
  /** rulings §10.3, §10.4 */
  membersPerAccount: 100,
  /** rulings §10.34: shared views of an account, own views of a member, code points of a query. */
  savedViews: 100,
  viewQueryLength: 2000,
  /** rulings §15: streams of an account, deliveries kept of each, and what a sink may hold. */
  streamsPerAccount: 10,
  streamDeliveries: 200,
  sinkHeaders: 10,
  pemLength: 16 * 1024,
  /** rulings §13.6: legal holds of an account that run, and ended ones that lists show. */
  runningHolds: 100,
  endedHolds: 1000,
  /** rulings §10.38 */
  logoBytes: 64 * 1024,
  invitationsPerAccount: 100,
  invitationDays: 7,
  /** rulings §8: how long an operator stays signed in, and live sessions of an admin token. */
  operatorSession: { hours: 12, perToken: 100 },
  session: { idleDays: 7, days: 30, confirmedMinutes: 15, perPerson: 100 },
  /** Brakes on sign-in (rulings §10.8): `burst` tries at once, `hourly` given back an hour. */
  brakes: {
    password: { burst: 10, hourly: 10 },
    second_factor: { burst: 10, hourly: 10 },
    code: { burst: 5, hourly: 5 },
    address: { burst: 100, hourly: 100 },
    refusal: { burst: 1, hourly: 1 },
    /** Links that are mailed to one address, and all that one account has mailed. */
    mailed_link: { burst: 5, hourly: 5 },
    account_mail: { burst: 100, hourly: 100 },
    /** The same for an account on the free plan, which anybody may have made. */
    free_account_mail: { burst: 10, hourly: 10 },
    /** Tests of the streams of mails of one account. */
    test_mail: { burst: 20, hourly: 20 },
    /** Mails of all streams of one account: what ten of them send in an hour. */
    alert_mail: { burst: 60, hourly: 60 },
    /** Accounts that signing up makes in the whole service. */
    sign_up: { burst: 100, hourly: 100 },
    /** Checkouts and portals of one account: each call asks the payment provider. */
    payment_page: { burst: 20, hourly: 20 },
    /** Attempts of an address by passkey or single sign-on: each keeps a row for minutes. */
    attempt: { burst: 1000, hourly: 1000 },
    /** Sessions that a person begins in one way. Nothing gives them back: each leaves a row. */
    session: { burst: 60, hourly: 60 },
  },
  /** rulings §10.11: code points of a password */
  passwordLength: { min: 12, max: 200 },
  passkeysPerPerson: 20,
  recoveryCodes: 10,
  /** Minutes until an attempt to sign in expires, and tries of a code that was mailed. */
  ceremonyMinutes: 10,
  codeTries: 5,
  /** Hours that a link to a new way in is open; days owners are told (rulings §10.25). */
  resetHours: 24,
  noticeDays: 30,
  /** How long a request waits for the mail server. */
  mailMs: 10_000,
  /** Characters of a browser's name that a session keeps. */
  sessionAgentLength: 255,
} as const;

/** rulings §2.8: whole numbers that JavaScript holds exactly. */
export const maxInteger = Number.MAX_SAFE_INTEGER;

/** Bounds for an operator's changes of a plan's limits (rulings §4). */
export const planBounds = {
  sites: { min: 0, max: 1_000_000 },
  retention_days: { min: 1, max: 36_500 },
  fair_use_events: { min: 0, max: 1_000_000_000_000 },
} as const;

/** Bounds of the hard limit that the command line gives a plan (rulings §10.39). */
export const hardLimitBounds = { min: 1, max: 1_000_000_000_000 } as const;
