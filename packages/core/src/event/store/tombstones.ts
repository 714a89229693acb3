import { rows, type Database } from '@goal/db';

/**
 * Finds the sites, given with their accounts, that have been deleted, and sets their tombstones
 * again. Events may become durable after their site's deletion, and after its tombstone is gone:
 * with a new tombstone they are reclaimed.
 */
export async function buryDeletedSites(db: Database, accountOf: ReadonlyMap<number, number>): Promise<Set<number>> {
  const deleted = new Map(accountOf);
  const values = [[...accountOf.keys()]];
  for (const [site] of await rows<[number]>(db.lookups, { ...findLivingSites, values })) deleted.delete(site);
  if (deleted.size > 0) await rows(db.work, { ...setTombstones, values: [[...deleted.values()], [...deleted.keys()]] });
  return new Set(deleted.keys());
}

const findLivingSites = { name: 'living sites', text: 'select no from site where no = any($1::int[])' };

const setTombstones = {
  name: 'set tombstones',
  text: `with s as (insert into gone_site (account, site) select * from unnest($1::int[], $2::int[]) on conflict do nothing)
  insert into gone_account (account) select distinct a from unnest($1::int[]) a where not exists (select from account where no = a)
  on conflict do nothing`,
};
