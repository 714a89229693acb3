import { setTimeout as sleep } from 'node:timers/promises';

import type { CommandParser } from '@redis/client';

import { bucketScript } from './bucket-script.ts';
import type { BucketPolicy, Verdict } from './bucket.ts';
import { inTime } from './in-time.ts';

/** Milliseconds. */
export type LinkLimits = {
  /** Until an answer counts as none. */
  answerMs: number;
  /** Until a connection is given up. */
  connectMs: number;
};
const defaultLimits: LinkLimits = { answerMs: 50, connectMs: 1000 };
/** Milliseconds from one attempt to connect to the next. */
const pauseMs = 1000;

/** Taken from to see whether the server does its work. */
const probe = 'goal:probe';

/** Whether a `REDIS_URL` names a host, a port and a database, with a user and a password where there are, in the form that the client reads. */
export function isRedisUrl(url: string): boolean {
  try {
    // The client decodes user and password.
    decodeURIComponent(url);
    return /^rediss?:\/\/[^/?#\s]+(\/[0-9]{0,4})?$/.test(url) && URL.canParse(url);
  } catch {
    return false;
  }
}

/** The library is loaded where there is a Redis. */
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
    // What cannot be asked now is not asked later: a bucket judges this moment.
    disableOfflineQueue: true,
    // One connection, one life: after any failure the next one is made here.
    socket: { reconnectStrategy: false, connectTimeout: connectMs, keepAlive: true, noDelay: true },
    maintNotifications: 'disabled',
  });
}
type Client = Awaited<ReturnType<typeof clientOf>>;

/** Called when what is known of Redis changes; the reason holds no address and no password. */
export type LinkChange = (state: 'there' | 'away', reason: string) => void;

/**
 * A connection to Redis that is either known to answer or not asked at all: the first failure, and no answer within 50 ms is one, closes it, so that a
 * dead server costs the requests of one moment 50 ms and no other anything. It is made anew, once a second at most, and counts when it has answered in time.
 */
export class RedisLink {
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #client: Client | undefined;
  #lose: (reason: unknown) => void = () => {};
  #state: 'unknown' | 'there' | 'away' = 'unknown';

  /** `url`: `isRedisUrl`. */
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

  /** One token of the bucket; undefined where Redis did not say so in time. Never fails. */
  async take(key: string, policy: BucketPolicy): Promise<Verdict | undefined> {
    const client = this.#client;
    if (client === undefined) return undefined;
    try {
      return await inTime(this.limits.answerMs, client.take(key, policy));
    } catch (error) {
      // Others may have found out before, and it may be a new connection by now.
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
      // A connection that held is made again at once: it may have been one late answer.
      const pause = Math.max(0, begun + pauseMs - performance.now());
      // The only way that this wait fails is that it is called off.
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** One connection, until it is lost or never was; resolves to the reason. */
  async #live(): Promise<unknown> {
    const client = await clientOf(this.url, this.limits);
    const lost = new Promise<unknown>((resolve) => {
      this.#lose = resolve;
      // Without a listener an error would end the process.
      client.on('error', resolve).on('end', () => resolve(new Error('the connection was closed')));
    });
    try {
      await inTime(this.limits.connectMs, client.connect());
      // A server that cannot write, or is as slow as none, is not there.
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
