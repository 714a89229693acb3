import 'server-only';

/** Sessions that are remembered; only who has a token can end one. */
const most = 100_000;

// Next bundles pages and routes apart, each with modules of its own; what they share lies here.
const shared: typeof globalThis & { goalEndedSessions?: Map<string, number> } = globalThis;

/** Ids of sessions that were ended, with the milliseconds of the epoch after which no cookie of theirs opens; the oldest first. */
const ended = (): Map<string, number> => (shared.goalEndedSessions ??= new Map());

export const isEnded = (id: string): boolean => ended().has(id);

/** Remembers, in this process, that a session was ended. */
export function endForGood(id: string, until: number): void {
  const all = ended();
  all.set(id, until);
  for (const [oldest, over] of all) {
    if (over > Date.now() && all.size <= most) return;
    all.delete(oldest);
  }
}
