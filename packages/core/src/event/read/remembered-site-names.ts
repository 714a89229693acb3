import type { AccountEvent } from '@goal/contract';
import { rows, type Database } from '@goal/db';

import { LookUpCache } from '../../ground/look-up-cache.ts';

/** A site's fields in an event of the account; `site_name` only if it has one (rulings §6.6). */
export type SiteNames = Pick<AccountEvent, 'site_id' | 'domain' | 'site_name'>;

/** Names of sites for pages, remembered as keys are (docs/decisions/006-authentications.md). */
export class RememberedSiteNames {
  readonly #sites: LookUpCache<FoundSite>;

  constructor(db: Database) {
    const find = async (keys: readonly string[]): Promise<Map<string, FoundSite>> => {
      const found = await findSiteNames(db, keys.map(Number));
      return new Map([...found].map(([rowId, site]) => [String(rowId), site]));
    };
    this.#sites = new LookUpCache(db.changes, find, () => true);
  }

  /**
   * The names of those sites that exist, by row id; a change binds as rulings §2.5 says. Those of a
   * page that are not remembered are read by one statement, within the allowance of its request.
   */
  async of(account: number, sites: readonly number[]): Promise<Map<number, SiteNames>> {
    const found = await this.#sites.getAll([...new Set(sites)].map(String));
    return namesIn(account, [...found.values()]);
  }
}

/** The names of the account's own sites among these, by row id. */
export function namesIn(account: number, sites: readonly FoundSite[]): Map<number, SiteNames> {
  return new Map(sites.flatMap((site) => (site.account === account ? [[site.rowId, site.names]] : [])));
}

export type FoundSite = { rowId: number; account: number; names: SiteNames };

/** told-changes.all.test.ts holds that the database tells of each column that this reads. */
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
      { rowId, account, names: { site_id: id, domain, ...(name === null ? {} : { site_name: name }) } },
    ]),
  );
}
