import { setTimeout as sleep } from 'node:timers/promises';

import type { CommandParser } from '@redis/client';

import { bucketScript } from './bucket-script.ts';
import type { BucketPolicy, Verdict } from './bucket.ts';
import { inTime } from './in-time.ts';

export type LinkLimits = {
  /** How long Redis may take for an answer. */
  answerMs: number;
  /** How long connecting may take. */
  connectMs: number;
};
const defaultLimits: LinkLimits = { answerMs: 50, connectMs: 1000 };
/** The minimum time between two attempts to connect. */
const pauseMs = 1000;

/** The bucket from which a token is taken to check that Redis works. */
const probe = 'goal:probe';

/**
 * True if a `REDIS_URL` has the form that the client reads: a host, with optional port, database,
 * user and password.
 */
export function isRedisUrl(url: string): boolean {
  try {
    // The client decodes user and password.
    decodeURIComponent(url);
    return /^rediss?:\/\/[^/?#\s]+(\/[0-9]{0,4})?$/.test(url) && URL.canParse(url);
  } catch {
    return false;
  }
}

/** Loads the library only if a Redis is configured. */
async function clientOf(url: string, { connectMs }: LinkLimits) {
  const { createClient, defineScript } = await import('@redis/client');
  const take = defineScript({
    SCRIPT: bucketScript(),
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, key: string, { rate, burst }: BucketPolicy) {
      parser.pushKey(key);
      parser.push(String(rate), String(burst));
    },
    transformReply: ([granted, spent]: [number, number]): Verdict => ({ granted: granted === 1, spent }),
  });
  return createClient({
    url,
    name: 'goal',
    scripts: { take },
    // Do not queue requests while offline: a bucket judges the present moment.
    disableOfflineQueue: true,
    // A client is not reused after a failure: RedisLink makes the next one.
    socket: { reconnectStrategy: false, connectTimeout: connectMs, keepAlive: true, noDelay: true },
    maintNotifications: 'disabled',
  });
}
type Client = Awaited<ReturnType<typeof clientOf>>;

/** Called when the state of Redis changes; the reason contains no address or password. */
export type LinkChange = (state: 'there' | 'away', reason: string) => void;

/**
 * A connection to Redis that is only asked while it is known to answer. The first failure closes
 * it, and an answer that takes more than 50 ms is a failure. So a dead server costs only the
 * requests of one moment 50 ms each. The link then reconnects, at most once a second, and counts as
 * there once it has answered in time.
 */
export class RedisLink {
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #client: Client | undefined;
  #lose: (reason: unknown) => void = () => {};
  #state: 'unknown' | 'there' | 'away' = 'unknown';

  /** `url` must satisfy `isRedisUrl`. */
  constructor(
    private readonly url: string,
    private readonly onChange: LinkChange,
    private readonly limits: LinkLimits = defaultLimits,
  ) {
    this.#running = this.#run();
  }

  get isThere(): boolean {
    return this.#client !== undefined;
  }

  /** Takes one token from the bucket; undefined if Redis did not answer in time. Never fails. */
  async take(key: string, policy: BucketPolicy): Promise<Verdict | undefined> {
    const client = this.#client;
    if (client === undefined) return undefined;
    try {
      return await inTime(this.limits.answerMs, client.take(key, policy));
    } catch (error) {
      // Another request may have noticed before, and `#client` may already be a new connection.
      if (this.#client === client) {
        this.#client = undefined;
        this.#lose(error);
      }
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#lose(new Error('closed'));
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const begun = performance.now();
      const end = await this.#live();
      if (signal.aborted) return;
      this.#tell('away', reasonOf(end));
      // Reconnects at once if the connection had lasted: the failure may have been one late answer.
      const pause = Math.max(0, begun + pauseMs - performance.now());
      // Fails only when the signal aborts it.
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Connects and waits until the connection fails; resolves to the reason. */
  async #live(): Promise<unknown> {
    const client = await clientOf(this.url, this.limits);
    const lost = new Promise<unknown>((resolve) => {
      this.#lose = resolve;
      // Without a listener an error would end the process.
      client.on('error', resolve).on('end', () => resolve(new Error('the connection was closed')));
    });
    try {
      await inTime(this.limits.connectMs, client.connect());
      // A server that cannot write, or answers too late, counts as away.
      await inTime(this.limits.answerMs, client.take(probe, { rate: 1000, burst: 1000 }));
      if (this.#closing.signal.aborted) return undefined;
      this.#client = client;
      this.#tell('there', '');
      return await lost;
    } catch (error) {
      return error;
    } finally {
      this.#client = undefined;
      if (client.isOpen) client.destroy();
    }
  }

  #tell(state: 'there' | 'away', reason: string): void {
    if (state === this.#state) return;
    this.#state = state;
    this.onChange(state, reason);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
