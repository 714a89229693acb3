import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { ask, Hang, type Answered, type Asked } from './ask.ts';
import type { SoakWorld } from './world.ts';

/** The outcome of the load. */
export type Tally = {
  /** The number of answers of each status. */
  statuses: Map<number, number>;
  /** Answers that the contract does not allow for their request. */
  wrong: string[];
  /** Requests that were not answered in time. */
  hangs: string[];
  /** Connections that ended without an answer, such as those to a killed instance. */
  lost: number;
  /** The event_uuids of acknowledged events. */
  acknowledged: string[];
  /** How often the tail returned each event, by its id. */
  followed: Map<string, number>;
};

/** Maximum number of wrong answers and of hangs that are kept. */
const keptFailuresMax = 100;

/**
 * Continuous mixed load on all instances in turn: senders of 1, 20 and 200 events, readers of
 * pages, filters and words, an export, a tail, an operator, and clients with wrong requests. A
 * sender sends events again until they are acknowledged.
 */
export class Load {
  readonly tally: Tally = {
    statuses: new Map(),
    wrong: [],
    hangs: [],
    lost: 0,
    acknowledged: [],
    followed: new Map(),
  };
  readonly #workers: Promise<void>[];
  #isOver = false;
  #turn = 0;
  #after = '0';

  constructor(private readonly world: SoakWorld) {
    const { accountKey, adminToken, sites } = world;
    const [site] = sites;
    const readers: Asked[] = [
      { path: '/account/events?limit=100', token: accountKey },
      { path: '/account/events?severity=high,critical&limit=50', token: accountKey },
      { path: '/account/events?q=number%207', token: accountKey },
      { path: '/account/events/export?from=2026-01-01&severity=critical', token: accountKey },
      { path: '/account/me', token: accountKey },
      { path: `/admin/accounts/${world.accountId}/summary`, token: adminToken },
      { path: '/events?limit=50', ...site },
    ];
    const wrong: [Asked, number][] = [
      [{ path: '/account/events?limit=0', token: accountKey }, 400],
      [{ path: '/account/me', token: 'goal_acct_aaaaaaaa_nothing' }, 401],
      [{ path: '/nothing' }, 404],
    ];
    this.#workers = [
      ...sites.map((one, index) => this.#send(one, [1, 1, 20, 200][index % 4] ?? 1)),
      ...readers.map((asked) => this.#repeat(() => this.#ask(asked, 200))),
      ...wrong.map(([asked, status]) => this.#repeat(() => this.#ask(asked, status))),
      this.#follow(() => this.#isOver),
    ];
  }

  /** Resolves once all sent events are acknowledged and the tail is read to its end. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#workers);
    const { acknowledged, followed } = this.tally;
    const end = Date.now() + 60_000;
    await this.#follow(() => followed.size >= acknowledged.length || Date.now() > end);
  }

  async #repeat(work: () => Promise<unknown>): Promise<void> {
    while (!this.#isOver) {
      await work();
      await sleep(20);
    }
  }

  /** Returns the answer, or undefined if it does not have the expected status. */
  async #ask(asked: Asked, expected: number): Promise<Answered | undefined> {
    const { origins } = this.world;
    const origin = origins[(this.#turn += 1) % origins.length] ?? '';
    const { statuses, wrong, hangs } = this.tally;
    try {
      const answer = await ask(origin, asked);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === expected) return answer;
      // rulings §2.2 and §2.6: any request may be answered with these.
      if (answer.status !== 503 && answer.status !== 429 && wrong.length < keptFailuresMax)
        wrong.push(`${asked.path.split('?')[0] ?? ''}: ${answer.status} ${answer.body.slice(0, 100)}`);
    } catch (error) {
      if (!(error instanceof Hang)) this.tally.lost += 1;
      else if (hangs.length < keptFailuresMax) hangs.push(error.message);
    }
    await sleep(100);
    return undefined;
  }

  async #send(site: { token: string; domain: string }, size: number): Promise<void> {
    let number = 0;
    await this.#repeat(async () => {
      const events = Array.from({ length: size }, () => ({
        event_uuid: randomUUID(),
        occurred_at: new Date().toISOString(),
        code: 2000 + (number % 50),
        severity: ['info', 'low', 'medium', 'high', 'critical'][number % 5],
        object: 'post',
        event_type: 'modified',
        message: `Changed the post number ${(number += 1)}`,
      }));
      const body = size === 1 ? events[0] : { events };
      while ((await this.#ask({ method: 'POST', path: '/events', ...site, body }, 200)) === undefined);
      for (const { event_uuid } of events) this.tally.acknowledged.push(event_uuid);
      await sleep(size * 2);
    });
  }

  /**
   * Follows the tail and counts the ids of its events; the end of the run looks up their
   * event_uuids.
   */
  async #follow(isDone: () => boolean): Promise<void> {
    const { accountKey: token } = this.world;
    while (!isDone()) {
      const answer = await this.#ask(
        { path: `/account/events/tail?limit=200&wait=2&after=${this.#after}`, token },
        200,
      );
      if (answer === undefined) continue;
      const page = JSON.parse(answer.body) as { events: { id: number }[]; next_after: string }; // the form that the contract gives it
      this.#after = page.next_after;
      const { followed } = this.tally;
      for (const { id } of page.events) followed.set(String(id), (followed.get(String(id)) ?? 0) + 1);
    }
  }
}
