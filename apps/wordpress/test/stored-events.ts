import type { Site, TestService } from '../../server/test/harness.ts';

/** The `ip` of each of a site's events, oldest first, as a single read shows it. */
export async function addressesOf(site: Site): Promise<unknown[]> {
  const { events } = (await site.call('GET', '/events')).body as { events: { id: number }[] };
  const reads = events.toReversed().map(({ id }) => site.call('GET', `/events/${id}`));
  return (await Promise.all(reads)).map(({ body }) => (body as { ip?: string }).ip);
}

/** The differences in seconds between the times of a site's events of these messages and now. */
export async function agesOf(service: TestService, site: Site, messages: readonly string[]): Promise<number[]> {
  const { rows } = await service.db.work.query<{ age: number }>(
    `SELECT abs(extract(epoch FROM now() - occurred_at))::float8 AS age FROM event JOIN site ON site.no = event.site
     WHERE site.id = $1 AND message = ANY($2)`,
    [site.id, messages],
  );
  return rows.map(({ age }) => age);
}

/** The message of the event that `log` of site.php logs with this number, and of all up to one. */
export const message = (number: number): string => `Modified the post no. ${number}, 100% by`;
export const numbers = (count: number): string[] => Array.from({ length: count }, (_, at) => message(at + 1));

/** The messages of a site's events, one per event, oldest first. */
export async function messagesOf(service: TestService, site: Site): Promise<string[]> {
  const { rows } = await service.db.work.query<{ message: string }>(
    'SELECT message FROM event JOIN site ON site.no = event.site WHERE site.id = $1 ORDER BY event.id',
    [site.id],
  );
  return rows.map((row) => row.message);
}
