import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { ask, Hang, type Answered, type Asked } from './ask.ts';
import type { SoakWorld } from './world.ts';

/** What came of the load. */
export type Tally = {
  /** Answers by their status. */
  statuses: Map<number, number>;
  /** Answers that the contract does not give to such a request. */
  wrong: string[];
  /** Requests that were not answered in time. */
  hangs: string[];
  /** Connections that ended without an answer: those of an instance that was killed. */
  lost: number;
  /** event_uuids of events whose storing was acknowledged, and how often the tail told each. */
  acknowledged: string[];
  followed: Map<string, number>;
};

/** The most that is kept of what went wrong. */
const most = 100;

/**
 * Mixed load without a pause on whatever instances are there: senders of one, 20 and 200 events, readers of pages, filters and words, an export, a tail,
 * an operator, and clients that ask wrongly. Who sends keeps what is not acknowledged and sends it again.
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
      ...sites.map((one, place) => this.#send(one, [1, 1, 20, 200][place % 4] ?? 1)),
      ...readers.map((asked) => this.#again(() => this.#ask(asked, 200))),
      ...wrong.map(([asked, status]) => this.#again(() => this.#ask(asked, status))),
      this.#follow(() => this.#isOver),
    ];
  }

  /** Ends when all that was ever sent is acknowledged and the tail was read to its end. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#workers);
    const { acknowledged, followed } = this.tally;
    const end = Date.now() + 60_000;
    await this.#follow(() => followed.size >= acknowledged.length || Date.now() > end);
  }

  async #again(work: () => Promise<unknown>): Promise<void> {
    while (!this.#isOver) {
      await work();
      await sleep(20);
    }
  }

  /** Undefined where the answer is not the one that is right for the request. */
  async #ask(asked: Asked, right: number): Promise<Answered | undefined> {
    const { origins } = this.world;
    const origin = origins[(this.#turn += 1) % origins.length] ?? '';
    const { statuses, wrong, hangs } = this.tally;
    try {
      const answer = await ask(origin, asked);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === right) return answer;
      // rulings §2.2 and §2.6: what any request may meet.
      if (answer.status !== 503 && answer.status !== 429 && wrong.length < most)
        wrong.push(`${asked.path.split('?')[0] ?? ''}: ${answer.status} ${answer.body.slice(0, 100)}`);
    } catch (error) {
      if (!(error instanceof Hang)) this.tally.lost += 1;
      else if (hangs.length < most) hangs.push(error.message);
    }
    await sleep(100);
    return undefined;
  }

  async #send(site: { token: string; domain: string }, size: number): Promise<void> {
    let number = 0;
    await this.#again(async () => {
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

  /** Follows the tail; what it tells is known by its id, and its event_uuid is looked up at the end. */
  async #follow(isDone: () => boolean): Promise<void> {
    const { accountKey: token } = this.world;
    while (!isDone()) {
      const answer = await this.#ask(
        { path: `/account/events/tail?limit=200&wait=2&after=${this.#after}`, token },
        200,
      );
      if (answer === undefined) continue;
      const page = JSON.parse(answer.body) as { events: { id: number }[]; next_after: string }; // as the contract has it
      this.#after = page.next_after;
      const { followed } = this.tally;
      for (const { id } of page.events) followed.set(String(id), (followed.get(String(id)) ?? 0) + 1);
    }
  }
}
