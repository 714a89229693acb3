import type { NewEvent } from '../event.ts';
import type { Events } from '../../core.ts';
import type { Stored } from './ingest-batcher.ts';
import { storeRows } from './store-row.ts';

/**
 * Stores at most 1,000 events of a site (rulings §7). When it returns they are durable, counted and
 * in the account's tail. An event whose event_uuid the site has already stored, or that occurs
 * twice in the list, is a duplicate: the first one stays (rulings §7.5). `gone` says that the site
 * was deleted meanwhile, so that the request counts as one after the deletion (rulings §2.5).
 * Throws `unavailable` when too many events wait, and `monthly_limit`.
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
