import { isUuid, type FoundKey } from '@goal/contract';

import { olderThan, Parameters, type PageRequest } from '../ground/keyset-sql.ts';
import { selectNewestFirst, type Way } from './search-newest-first.ts';
import { anyOf, contains, containsByIndex, searchTerms } from '../ground/search-terms.ts';

/** Search terms of an operator; wildcards are ordinary characters. */
export type AccountFilter = {
  /** Part of the e-mail in any case, or an account id. */
  q?: string | undefined;
  plan?: string | undefined;
  isReseller?: boolean | undefined;
  /**
   * An account id alone; or part of the e-mail or of a site's domain in any case, or a key's
   * prefix.
   */
  search?: string | undefined;
};

/** A text, an id, or both: each is searched in its own column. */
type Own = { text?: string | undefined; id?: string | undefined };

/** The terms of `search`, with the accounts of the keys that it names. */
export type Sought = Own & { keys: readonly FoundKey[] };

type Statement = { text: string; values: unknown[] };
type Texts = { q: string | undefined; sought: Sought | undefined };

/** A page of the matching accounts, and one row more where the list goes on. */
export function accountsStatement(
  { plan, isReseller }: AccountFilter,
  texts: Texts,
  { limit, after }: PageRequest,
  way: Way,
): Statement {
  const values = new Parameters();
  const narrow = olderThan(values, 'a.created_at', 'a.no', after);
  if (plan !== undefined) narrow.push(`a.plan = ${values.add(plan)}`);
  if (isReseller !== undefined) narrow.push(`a.is_reseller = ${values.add(isReseller)}`);
  const fits = (): string[] => fitting(values, texts);
  const byIndex = (): string[] => indexed(values, texts);
  const selected = selectNewestFirst({ table: 'account', alias: 'a', values, narrow, limit, fits, byIndex }, way);
  const text = `SELECT a.no AS "rowId", a.id::text, a.email, a.name, a.plan, a.is_reseller, a.created_at, a.whole, n.sites_active, n.sites_paused, ${foundIn(values, texts.sought)}
    FROM (${selected}) a CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status = 'active') AS sites_active, count(*) FILTER (WHERE status = 'paused') AS sites_paused
      FROM site s WHERE s.account_no = a.no) n
    ORDER BY a.created_at DESC, a.no DESC`;
  return { text, values: values.list };
}

/** The condition for one account at a time, which walks the list. */
function fitting(values: Parameters, { q, sought }: Texts): string[] {
  const conditions = q === undefined ? [] : [own(values, 'a', ownOf(q), contains)];
  if (sought === undefined) return conditions;
  const domain = contains(values, 's.domain', searchTerms(sought.text));
  // LIMIT makes PostgreSQL run the subquery for each account. Without it the planner reads all
  // sites at once.
  const site = `(SELECT true FROM site s WHERE s.account_no = a.no AND ${domain} LIMIT 1)`;
  return [...conditions, anyOf([own(values, 'a', sought, contains), site, ...named(values, 'a', sought.keys)])];
}

/** The same condition for all accounts at once, by the indexes on parts of texts. */
function indexed(values: Parameters, { q, sought }: Texts): string[] {
  if (sought === undefined) return q === undefined ? [] : [own(values, 'a', ownOf(q), containsByIndex)];
  const accounts = anyOf([own(values, 'b', sought, containsByIndex), ...named(values, 'b', sought.keys)]);
  const site = containsByIndex(values, 's.domain', searchTerms(sought.text));
  const found = `a.no IN (SELECT b.no FROM account b WHERE ${accounts} UNION SELECT s.account_no FROM site s WHERE ${site})`;
  return q === undefined ? [found] : [found, own(values, 'a', ownOf(q), contains)];
}

/** The contract's `q`: a whole id may be part of an e-mail too (rulings §8). */
function ownOf(q: string): Own {
  return { text: q, id: isUuid(q) ? q : undefined };
}

/** The e-mail or the id of an account. */
function own(values: Parameters, account: string, { text, id }: Own, inColumn: typeof contains): string {
  const parts = [inColumn(values, `${account}.email`, searchTerms(text))];
  if (id !== undefined) parts.push(`${account}.id = ${values.add(id)}::uuid`);
  return anyOf(parts);
}

function named(values: Parameters, account: string, keys: readonly FoundKey[]): string[] {
  return keys.length === 0 ? [] : [`${account}.id = ANY(${values.add(keys.map((key) => key.account_id))}::uuid[])`];
}

/** Columns that say whether the account itself matches, and if not, its newest matching site. */
function foundIn(values: Parameters, sought: Sought | undefined): string {
  if (sought === undefined) return 'true AS itself, NULL AS domain';
  const itself = own(values, 'a', sought, contains);
  const domain = contains(values, 's.domain', searchTerms(sought.text));
  return `${itself} AS itself, CASE WHEN NOT ${itself} THEN
    (SELECT s.domain FROM site s WHERE s.account_no = a.no AND ${domain} ORDER BY s.created_at DESC, s.no DESC LIMIT 1) END AS domain`;
}
