import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '@goal/db';
import { until } from '@goal/db/testing';

import { makeEvent, type Account, type Site } from '../harness/factory.ts';
import type { ServerProcess } from '../processes.ts';

/**
 * Senders and readers that go on through a failover. A sender keeps its events until they are
 * acknowledged, and sends the same event_uuids again.
 */
export class FailoverLoad {
  readonly acknowledged: string[] = [];
  /** How often each status was answered. */
  readonly statuses = new Map<number | 'none', number>();
  /** Attempts to store, and the number of the latest one that was acknowledged. */
  #attempts = 0;
  #acknowledgedAttempt = 0;
  #isOver = false;
  #workers: Promise<void>[] = [];

  constructor(
    private readonly server: ServerProcess,
    private readonly account: Account,
    private readonly sites: readonly Site[],
  ) {}

  start(): void {
    this.#isOver = false;
    this.#workers = [
      ...this.sites.flatMap((site) => [1, 20].map((size) => this.#write(site, size))),
      this.#again(() => this.#ask('GET', '/account/events', { token: this.account.token })),
      this.#again(() => this.#ask('GET', '/account/me', { token: this.account.token })),
    ];
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#workers);
  }

  /** Waits until more events are acknowledged. */
  async moved(by = 100): Promise<void> {
    const before = this.acknowledged.length;
    await until(
      () => this.acknowledged.length > before + by,
      () => `the load stands still: ${JSON.stringify([...this.statuses])}`,
    );
  }

  /** Waits until a request that begins from now on has stored events. */
  async recovered(): Promise<void> {
    const before = this.#attempts;
    await until(
      () => this.#acknowledgedAttempt > before,
      () => `nothing is stored again: ${JSON.stringify([...this.statuses])}`,
    );
  }

  async #again(work: () => Promise<unknown>): Promise<void> {
    while (!this.#isOver) {
      await work();
      await sleep(20);
    }
  }

  async #write({ token, domain }: Site, size: number): Promise<void> {
    while (!this.#isOver) {
      const uuids = Array.from({ length: size }, () => randomUUID());
      const body = { events: uuids.map((event_uuid) => makeEvent({ event_uuid })) };
      let attempt = (this.#attempts += 1);
      while ((await this.#ask('POST', '/events', { token, domain, body })) !== 200) {
        await sleep(20);
        attempt = this.#attempts += 1;
      }
      this.#acknowledgedAttempt = Math.max(this.#acknowledgedAttempt, attempt);
      this.acknowledged.push(...uuids);
    }
  }

  async #ask(method: string, path: string, options: Parameters<ServerProcess['call']>[2]): Promise<number | 'none'> {
    const answer = await this.server.call(method, path, { ...options, allow5xx: true }).catch(() => undefined);
    const status = answer?.status ?? 'none';
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    return status;
  }
}

/** Acknowledged events that are not stored, and counters and tails that differ from the events. */
export async function faultsOf(db: Database, acknowledged: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await db.work.query<Record<string, number>>(
    `select
       (select count(*) from unnest($1::uuid[]) u where not exists (select from event where event_uuid = u)) as lost,
       (select count(*) - count(distinct event_uuid) from event) as doubled,
       (select count(*) from (select account, site, count(*) as n from event group by 1, 2) e
          full join (select account, site, sum(n) as n from kept group by 1, 2) k using (account, site)
          full join (select account, site, sum(events) as n from accepted group by 1, 2) a using (account, site)
          where e.n is distinct from k.n or e.n is distinct from a.n) as "sitesUnequal",
       (select count(*) from (select account, count(*) as n from event group by 1) e
          full join (select account, sum(n) as n from kept_day group by 1) k using (account)
          full join (select account, sum(events) as n from accepted_day group by 1) a using (account)
          where e.n is distinct from k.n or e.n is distinct from a.n) as "accountsUnequal",
       (select count(*) from event e where not exists (select from tail t
          where t.account = e.account and e.id between t.first_id and t.last_id)) as "notInTail",
       (select count(*) from tail_head h where h.last <> (select count(*) from tail t where t.account = h.account)) as gaps`,
    [acknowledged],
  );
  return rows[0] ?? {};
}

/** What `faultsOf` says where all is well. */
export const noFaults = { lost: 0, doubled: 0, sitesUnequal: 0, accountsUnequal: 0, notInTail: 0, gaps: 0 };
