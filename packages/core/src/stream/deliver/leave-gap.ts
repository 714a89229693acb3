import { streamTroubles } from '@goal/contract';

import type { Core } from '../../core.ts';
import type { Db } from '../../ground/db.ts';
import { writeLeased, type LeasedStream } from '../place/leases.ts';
import type { LostPosition } from './stream-reader.ts';
import { startOf, timeOfCommit } from '../place/tail-position.ts';

/**
 * Does what a lost position asks for. Where commits were forgotten while the stream stood still, it
 * goes on at the oldest that is kept, and says from when to when it missed them. In another
 * database it is paused. Resolves to true if it goes on.
 */
export async function leaveGap(core: Core, stream: LeasedStream, { lost }: LostPosition): Promise<boolean> {
  if (lost === 'another') {
    await writeLeased(
      core.db,
      stream,
      `status = 'paused', paused_by = 'failover', last_error = $3, lease = null, lease_until = null`,
      [streamTroubles.anotherDatabase],
    );
    return false;
  }
  const start = await startOf(core, stream.account.rowId, 'oldest');
  const until = await timeOfCommit(core, stream.account.rowId, start.seq + 1);
  stream.place = { seq: start.seq, eventId: 0 };
  return writeLeased(
    core.db,
    stream,
    `seq = $3::bigint, event_id = 0, seen_at = clock_timestamp(),
     gap = jsonb_build_object('from', coalesce(gap->>'from', $4), 'to', $5::text)`,
    [start.seq, await seenAt(core, stream), new Date(until ?? Date.now()).toISOString()],
  );
}

/** When a stream was last known to have seen all before its position. */
async function seenAt({ db }: Db, { rowId }: LeasedStream): Promise<string> {
  const { seenAt: at } = await db.prisma.stream.findFirstOrThrow({ where: { rowId }, select: { seenAt: true } });
  return at.toISOString();
}
