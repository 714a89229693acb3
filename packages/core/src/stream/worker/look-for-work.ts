import type { Events } from '../../core.ts';
import { activeStreams, type ActiveStream } from '../place/leases.ts';

/** An active stream, where its tail ends, and whether something waits for it there. */
export type LookedAt = ActiveStream & { end: number; waits: boolean };

/**
 * Looks at all active streams: at the positions of the free ones, and at the ends of their tails.
 */
export async function* lookForWork({ db, events }: Events): AsyncGenerator<LookedAt> {
  for (let after = 0, page: ActiveStream[] = []; ; after = page.at(-1)?.rowId ?? after) {
    page = await activeStreams(db, after);
    if (page.length === 0) return;
    const accounts = page.filter(({ isFree }) => isFree).map(({ account }) => account);
    const ends = await events.tail.endsOf([...new Set(accounts)]);
    for (const stream of page) {
      const { account, place, hasRetry, isFree } = stream;
      const end = ends.get(account) ?? 0;
      yield { ...stream, end, waits: isFree && (hasRetry || place.eventId > 0 || end !== place.seq) };
    }
  }
}
