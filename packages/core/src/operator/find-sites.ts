import { isUuid, type FoundSite } from '@goal/contract';

import type { Db } from '../ground/db.ts';
import type { Position } from '../ground/position.ts';
import { olderThan, splitPage, Parameters, type PageRequest } from '../ground/keyset-sql.ts';
import { searchNewestFirst, selectNewestFirst, type Way } from './search-newest-first.ts';
import { contains, containsByIndex, searchTerms } from '../ground/search-terms.ts';

type FoundSiteRow = Omit<FoundSite, 'created_at'> & { rowId: number; whole: boolean; created_at: Date };

/**
 * GET /admin/sites: a page of the sites of all accounts, newest first. It finds part of the domain
 * in any case. A whole id finds only that site, even if domains contain it
 * (docs/decisions/014-operator-search.md).
 */
export async function findSites(
  core: Db,
  q: string | undefined,
  request: PageRequest,
): Promise<{ sites: FoundSite[]; next: Position | undefined }> {
  const read = async (way: Way): Promise<FoundSiteRow[]> => {
    const { text, values } = sitesStatement(q, request, way);
    return (await core.db.work.query<FoundSiteRow>(text, values)).rows;
  };
  const rows = await (q === undefined ? read('all') : searchNewestFirst(request.limit, read));
  const { page, next } = splitPage(rows, request.limit, (row) => ({ time: row.created_at.getTime(), id: row.rowId }));
  return {
    sites: page.map(({ rowId: _, whole: _whole, ...row }) => ({ ...row, created_at: row.created_at.toISOString() })),
    next,
  };
}

/** A page of the matching sites, and one row more where the list goes on. */
export function sitesStatement(
  q: string | undefined,
  { limit, after }: PageRequest,
  way: Way,
): { text: string; values: unknown[] } {
  const values = new Parameters();
  const narrow = olderThan(values, 's.created_at', 's.no', after);
  const found = (inColumn: typeof contains): string[] => [
    isUuid(q) ? `s.id = ${values.add(q)}::uuid` : inColumn(values, 's.domain', searchTerms(q)),
  ];
  const fits = (): string[] => found(contains);
  const byIndex = (): string[] => found(containsByIndex);
  const selected = selectNewestFirst({ table: 'site', alias: 's', values, narrow, limit, fits, byIndex }, way);
  const text = `SELECT s.no AS "rowId", s.id::text, s.domain, s.name, s.status, s.created_at, a.id::text AS account_id, a.email, s.whole
    FROM (${selected}) s JOIN account a ON a.no = s.account_no ORDER BY s.created_at DESC, s.no DESC`;
  return { text, values: values.list };
}
