import { randomUUID } from 'node:crypto';

import { withAllowance } from './allowance.ts';
import type { Database } from './database.ts';

/** The channel on which the database tells of a change (the triggers `tell_change`). */
const channelName = 'goal_changes';
/** Milliseconds between two proofs, while somebody asks for them. */
const proofEveryMs = 200;
/**
 * Milliseconds that a proof waits for the commits before it. One of them may wait for a synchronous
 * standby or a slow disk without end, and the time limit of a statement does not hold for a commit.
 */
const proofWaitMs = 300;

/**
 * Hears of each change of keys, sites, groups, accounts and plans, whoever makes it: the database
 * tells of it in the transaction that makes it. Then `changes.ended` rises, as after a transaction
 * of this process.
 *
 * A message may fail to arrive: the connection is down, it leads to a server that is no primary any
 * more, or a pooler does not support LISTEN. So hearing is proven. `changes.heardUntil` has another
 * session send a message with its own time. Messages arrive in the order of the commits, so all
 * changes that were committed before that time have been heard when it arrives. Without a proof
 * nothing is remembered for longer than half a second. One proof runs at a time, so that waiting
 * proofs never take the connections of look-ups.
 *
 * A new life of the database (lives.ts) also raises `changes.ended`: the connection for messages
 * may have found the promoted server before the look-ups did.
 */
export function hearChanges(db: Pick<Database, 'channel' | 'lookups' | 'changes' | 'lives'>): {
  close: () => Promise<void>;
} {
  const own = randomUUID();
  let heardUntil = -Infinity;
  let askedAt = -Infinity;
  let isProving = false;
  let life = db.lives.number;
  const channel = db.channel({
    channel: channelName,
    onMessage(payload) {
      if (payload === '') db.changes.ended += 1;
      else if (payload.startsWith(own)) heardUntil = Math.max(heardUntil, Number(payload.slice(own.length)));
    },
    // Nobody knows what was told before.
    onOpen: () => void (db.changes.ended += 1),
  });
  channel.open();
  db.changes.heardUntil = () => {
    const now = performance.now();
    if (life !== db.lives.number) {
      life = db.lives.number;
      heardUntil = -Infinity;
      db.changes.ended += 1;
    }
    if (!isProving && now - askedAt >= proofEveryMs) {
      askedAt = now;
      isProving = true;
      void prove(db, `${own}${now}`).then(() => {
        isProving = false;
      });
    }
    return heardUntil;
  };
  return {
    async close() {
      db.changes.heardUntil = undefined;
      await channel.close();
    },
  };
}

/** Never fails. The message changes no data, so its commit need not wait for the disk. */
async function prove({ lookups }: Pick<Database, 'lookups'>, payload: string): Promise<void> {
  await withAllowance(undefined, () =>
    lookups.query({
      name: 'prove hearing',
      text: `SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', $3::text, true),
        pg_notify($1::text, $2::text)`,
      values: [channelName, payload, String(proofWaitMs)],
    }),
  ).catch(() => {});
}
