/**
 * Tells whether a transaction had ended in a snapshot, which PostgreSQL writes as
 * `oldest:next:running,running`. In no snapshot has any.
 */
export function endedIn(snapshot: string | null | undefined): (xid: number) => boolean {
  const [, next = '0', running = ''] = (snapshot ?? '').split(':');
  const still = new Set(running.split(','));
  return (xid) => xid < Number(next) && !still.has(String(xid));
}
