import type { NewEvent } from '../event.ts';
import type { Events } from '../../core.ts';
import type { Stored } from './ingest-batcher.ts';
import { storeRows } from './store-row.ts';

/**
 * Stores at most 1,000 events (rulings §7), durable, counted and in the tail. A repeat of an
 * event_uuid is a duplicate: the first one stays (rulings §7.5). `gone`: the site was deleted
 * meanwhile (rulings §2.5). Throws `unavailable` and `monthly_limit`.
 */
export async function storeEvents(
  core: Events,
  { account, site }: { account: number; site: number },
  events: NewEvent[],
): Promise<Stored> {
  if (events.length === 0) return { accepted: 0, duplicates: 0, gone: false };
  const { dictionary } = core.events;
  const rows = await storeRows(dictionary, account, site, events);
  return await core.events.batcher.store(account, site, rows, dictionary.life);
}
