import { rows, type Database } from '@goal/db';

import { identityOf } from './incarnation.ts';
import { TailNotifier } from './notifier.ts';
import { TailWaiters, type TailWaiter } from './tail-waiters.ts';

/** What the readers of tails share in a process. */
export type Tails = {
  /** The SQL that identifies this database (incarnation.ts). */
  identity: string;
  /** Wakes the requests that wait for these accounts, in all processes, after a commit. */
  stored(accounts: ReadonlySet<number>): void;
  /** Enters a request that waits (`TailWaiters.enter`). Throws `unavailable` when too many wait. */
  enter(account: number, key: string, keySlots?: number): TailWaiter;
  /** The number of waiting requests, for metrics. */
  readonly waiting: number;
  /** Ends every wait, because the process is about to stop. */
  endWaits(): void;
  close(): Promise<void>;
};

const tailEnds = 'select account, last from tail_head where account = any($1::int[])';

/** Needs a migrated database that answers. */
export async function openTails(db: Database): Promise<Tails> {
  const identity = await identityOf(db);
  const waiters = new TailWaiters(
    async (accounts) =>
      new Map(await rows<[number, number]>(db.lookups, { name: 'ends of tails', text: tailEnds, values: [accounts] })),
  );
  const notifier = new TailNotifier(db, (accounts) => waiters.wake(accounts));
  return {
    identity,
    stored(accounts) {
      waiters.wake(accounts);
      notifier.notify(accounts);
    },
    enter(account, key, keySlots) {
      notifier.listen();
      return waiters.enter(account, key, keySlots);
    },
    get waiting() {
      return waiters.size;
    },
    endWaits: () => waiters.close(),
    async close() {
      waiters.close();
      await notifier.close();
    },
  };
}
