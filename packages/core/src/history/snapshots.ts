/**
 * Tells whether a transaction had ended when a snapshot was taken, which PostgreSQL writes as
 * `oldest:next:running,running`. Without a snapshot the answer is no.
 */
export function endedIn(snapshot: string | null | undefined): (xid: number) => boolean {
  const [, next = '0', running = ''] = (snapshot ?? '').split(':');
  const still = new Set(running.split(','));
  return (xid) => xid < Number(next) && !still.has(String(xid));
}
