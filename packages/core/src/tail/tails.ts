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
  /** Tells of accounts with new events, here at once, elsewhere if it listens; some may be lost. */
  onStored(listener: (accounts: ReadonlySet<number> | 'any') => void): void;
  /** Receives messages of other processes from now on. */
  listen(): void;
  /** The last numbers of the tails of up to 1,000 accounts. */
  endsOf(accounts: number[]): Promise<Map<number, number>>;
  /** Enters a request that waits (`TailWaiters.enter`). Throws `unavailable`. */
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
  const endsOf = async (accounts: number[]): Promise<Map<number, number>> =>
    new Map(await rows<[number, number]>(db.lookups, { name: 'ends of tails', text: tailEnds, values: [accounts] }));
  const waiters = new TailWaiters(endsOf);
  let listener = (_accounts: ReadonlySet<number> | 'any'): void => {};
  const notifier = new TailNotifier(db, (accounts) => {
    waiters.wake(accounts);
    listener(accounts);
  });
  return {
    identity,
    stored(accounts) {
      waiters.wake(accounts);
      notifier.notify(accounts);
      listener(accounts);
    },
    onStored(told) {
      listener = told;
    },
    listen: () => notifier.listen(),
    endsOf,
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
