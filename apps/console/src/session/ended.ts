import 'server-only';

/** Ended sessions that this process remembers. It takes a valid token to end a session. */
const endedMaxCount = 100_000;

// The console's server and each of Next's bundles have their own copy of this module. They run in
// one process and share this.
const shared: typeof globalThis & { goalEndedSessions?: Map<string, number> } = globalThis;

/**
 * The ids of ended sessions, the oldest first, each with the time in epoch milliseconds after which
 * its cookies have expired anyway.
 */
const ended = (): Map<string, number> => (shared.goalEndedSessions ??= new Map());

export const isEnded = (id: string): boolean => ended().has(id);

/** Remembers, in this process, that a session was ended. */
export function endForGood(id: string, until: number): void {
  const all = ended();
  all.set(id, until);
  for (const [oldest, over] of all) {
    if (over > Date.now() && all.size <= endedMaxCount) return;
    all.delete(oldest);
  }
}
