import type { AccountEvent } from '@goal/contract';
import { rows, withAllowance, type Database } from '@goal/db';
import { BatchLoader } from '@goal/fairness';

import { LookUpCache } from '../ground/look-up-cache.ts';

/**
 * The fields of a site in an event of the account; `site_name` only when the site has a name
 * (rulings §6.6).
 */
export type SiteNames = Pick<AccountEvent, 'site_id' | 'domain' | 'site_name'>;

/** Names of sites for pages, remembered as keys are (docs/decisions/111-told-changes.md). */
export class RememberedSiteNames {
  readonly #sites: LookUpCache<FoundSite>;

  constructor(db: Database) {
    const find = async (keys: string[]) =>
      new Map([...(await findSiteNames(db, keys.map(Number)))].map(([rowId, site]) => [String(rowId), site]));
    // A batch is shared work: it must not run at the cost of one request's allowance.
    const loader = new BatchLoader((keys) => withAllowance(undefined, () => find(keys)));
    this.#sites = new LookUpCache(
      db.changes,
      (key) => loader.load(key),
      () => true,
    );
  }

  /** The names of those sites that exist, by row id; a change binds as rulings §2.5 says. */
  async of(account: number, sites: readonly number[]): Promise<Map<number, SiteNames>> {
    const found = new Map<number, SiteNames>();
    const add = async (rowId: number): Promise<void> => {
      const site = await this.#sites.get(String(rowId));
      if (site?.account === account) found.set(rowId, site.names);
    };
    await Promise.all([...new Set(sites)].map(add));
    return found;
  }
}

export type FoundSite = { account: number; names: SiteNames };

/** told-changes.test.ts holds that the database tells of each column that this reads. */
export async function findSiteNames(
  { lookups }: Pick<Database, 'lookups'>,
  sites: number[],
): Promise<Map<number, FoundSite>> {
  type Row = [rowId: number, account: number, id: string, domain: string, name: string | null];
  const found = await rows<Row>(lookups, {
    name: 'find-site-names',
    text: 'SELECT no, account_no, id::text, domain, name FROM site WHERE no = ANY($1)',
    values: [sites],
  });
  return new Map(
    found.map(([rowId, account, id, domain, name]) => [
      rowId,
      { account, names: { site_id: id, domain, ...(name === null ? {} : { site_name: name }) } },
    ]),
  );
}
