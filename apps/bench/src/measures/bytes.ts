import type { Result } from '../report.ts';
import { sendEvents } from '../world/send.ts';
import type { World } from './world.ts';

const events = 200_000;

/**
 * docs/decisions/010-event-store.md: compares the bytes per event, in heap and indexes, of events
 * that the service stored with the same rows in a plain table, whose indexes are built after
 * loading; once without addresses and once with an address in every event.
 */
export async function measureBytes(world: World): Promise<Result[]> {
  return [
    await bytesOf(world, 0, 'bytes per event', '480 bytes'),
    await bytesOf(world, 1, 'bytes per event, each with an address'),
  ];
}

async function bytesOf(
  { fresh, random, progress }: World,
  withAddress: number,
  what: string,
  aim?: string,
): Promise<Result> {
  const side = await fresh(`bytes_${withAddress}`);
  try {
    await sendEvents(side.http, side.population.sites, { random, events, days: 300, withAddress }, progress);
    const { plain } = side;
    await plain.query('CREATE TABLE event_reference (LIKE event INCLUDING DEFAULTS)');
    await plain.query('INSERT INTO event_reference SELECT * FROM event');
    const { rows: indexes } = await plain.query<{ name: string; text: string }>(
      `SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename = 'event'`,
    );
    for (const { name, text } of indexes)
      await plain.query(text.replace(name, `${name}_reference`).replace('.event ', '.event_reference '));
    const { rows } = await plain.query<Record<'events' | 'service' | 'reference', number>>(
      `SELECT (SELECT count(*)::int FROM event) AS events, ${sizeOf('event')} AS service, ${sizeOf('event_reference')} AS reference`,
    );
    const [sizes] = rows;
    if (sizes === undefined) throw new Error('a query of sizes returned no row');
    const each = (bytes: number): string => (bytes / sizes.events).toFixed(0);
    return {
      what: `${what} ÷ a plain table with the same indexes, built after loading`,
      figures: `${each(sizes.service)} ÷ ${each(sizes.reference)} bytes`,
      ratios: [sizes.service / sizes.reference],
      goal: { atMost: 1.25, ...(aim && { aim }) },
      details: sizes,
    };
  } finally {
    await side.close();
  }
}

const sizeOf = (table: string): string => `(pg_relation_size('${table}') + pg_indexes_size('${table}'))::float8`;
