import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { accountTailShape } from '@goal/contract';
import { until } from '@goal/db/testing';

import type { Answer, CallOptions } from '../harness/client.ts';
import { makeEvent, type Account, type Site } from '../harness/factory.ts';
import type { ServerProcess } from '../processes.ts';

const pauseMs = 150;

type Who = { account: Account; sites: readonly Site[] };

/**
 * Senders, readers and one tail follower of an account, each using any available instance with a
 * short pause, so that the load leaves the processor to the instances. A sender keeps what is not
 * acknowledged, and resends it with the same event_uuids.
 */
export class MixedLoad {
  readonly acknowledged: string[] = [];
  /** The account that is followed. */
  readonly acknowledgedOfAccount: string[] = [];
  /** The event_uuids from the tail, in its order. */
  readonly followed: string[] = [];
  /** Answers without an explanation. */
  readonly unexpected: string[] = [];
  #turn = 0;
  #isOver = false;
  #after = '0';
  #reads = 0;
  #workers: Promise<void>[] = [];

  /** `servers` may change during the run. */
  constructor(
    private readonly servers: readonly ServerProcess[],
    private readonly who: Who,
  ) {}

  start(): void {
    const { account, sites } = this.who;
    this.#workers = [
      ...sites.flatMap((site, place) => [1, 20].map((size) => this.#write(site, size, place < sites.length - 1))),
      this.#again(() => this.#read('/account/events', { token: account.token, query: { limit: 50 } })),
      this.#again(() =>
        this.#read('/account/events', { token: account.token, query: { q: 'changed', severity: 'low' } }),
      ),
      this.#follow(() => this.#isOver),
    ];
  }

  /** Waits until every kind of load has made progress. */
  async moved(): Promise<void> {
    const before = [this.acknowledged.length, this.followed.length, this.#reads] as const;
    await until(
      () =>
        this.acknowledged.length > before[0] + 60 && this.followed.length > before[1] && this.#reads > before[2] + 3,
      () => `the load stands still: ${before.join(', ')}`,
    );
  }

  /** Resolves when every sent event is acknowledged and the follower has reached the end. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#workers);
    await this.#follow(() => this.followed.length >= this.acknowledgedOfAccount.length);
  }

  async #again(work: () => Promise<unknown>): Promise<void> {
    while (!this.#isOver) {
      await work();
      await sleep(pauseMs);
    }
  }

  /** Returns undefined if nobody answered, or the answer says to retry. */
  async #ask(method: string, path: string, options: CallOptions): Promise<Answer | undefined> {
    const server = this.servers[(this.#turn += 1) % this.servers.length];
    // A connection that ends without an answer belongs to a killed server.
    const answer = await server?.call(method, path, { ...options, allow5xx: true }).catch(() => undefined);
    if (answer?.status === 200) return answer;
    // The rate limit, load or a missing database: each answer then says when to retry.
    const isExplained = answer?.status === 429 || (answer?.status === 503 && Number(answer.headers['retry-after']) > 0);
    if (answer !== undefined && !isExplained)
      this.unexpected.push(`${answer.request}: ${answer.status} ${answer.text}`);
    await sleep(20);
    return undefined;
  }

  async #write(site: Site, size: number, isFollowed: boolean): Promise<void> {
    const { token, domain } = site;
    while (!this.#isOver) {
      const uuids = Array.from({ length: size }, () => randomUUID());
      const events = uuids.map((event_uuid) => makeEvent({ event_uuid, message: `changed ${event_uuid}` }));
      const body = size === 1 ? events[0] : { events };
      let answer: Answer | undefined;
      while (answer === undefined) answer = await this.#ask('POST', '/events', { token, domain, body });
      this.acknowledged.push(...uuids);
      await sleep(pauseMs);
      if (isFollowed) this.acknowledgedOfAccount.push(...uuids);
    }
  }

  async #read(path: string, options: CallOptions): Promise<void> {
    if ((await this.#ask('GET', path, options)) !== undefined) this.#reads += 1;
  }

  async #follow(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      const query = { after: this.#after, limit: 200, wait: 1 };
      const answer = await this.#ask('GET', '/account/events/tail', { token: this.who.account.token, query });
      if (answer === undefined) continue;
      const page = answer.as(200, accountTailShape);
      this.#after = page.next_after;
      for (const { message } of page.events) this.followed.push(message.slice('changed '.length));
    }
  }
}
