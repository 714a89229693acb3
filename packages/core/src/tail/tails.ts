import { rows, type Database } from '@goal/db';

import { TailNotifier } from './notifier.ts';
import { identityOf } from './incarnation.ts';
import { WaitingRoom, type Place } from './waiting-room.ts';

/** What the readers of tails share within a process. */
export type Tails = {
  /** The SQL that tells which database this is (incarnation.ts). */
  identity: string;
  /** Events of these accounts were committed: wakes who waits for them, here and in other processes. */
  stored(accounts: ReadonlySet<number>): void;
  /** A place to wait at. Throws `unavailable` when too many wait. */
  enter(account: number, key: string): Place;
  /** Requests that wait, for metrics. */
  readonly waiting: number;
  /** Ends every wait: the process is about to stop. */
  endWaits(): void;
  close(): Promise<void>;
};

const tailEnds = 'select account, last from tail_head where account = any($1::int[])';

/** Needs a migrated database that answers. */
export async function openTails(db: Database): Promise<Tails> {
  const identity = await identityOf(db);
  const room = new WaitingRoom(
    async (accounts) =>
      new Map(await rows<[number, number]>(db.lookups, { name: 'ends of tails', text: tailEnds, values: [accounts] })),
  );
  const notifier = new TailNotifier(db, (accounts) => room.wake(accounts));
  return {
    identity,
    stored(accounts) {
      room.wake(accounts);
      notifier.notify(accounts);
    },
    enter(account, key) {
      notifier.listen();
      return room.enter(account, key);
    },
    get waiting() {
      return room.size;
    },
    endWaits: () => room.close(),
    async close() {
      room.close();
      await notifier.close();
    },
  };
}
