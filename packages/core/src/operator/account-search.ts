import { isUuid, limits, type AccountSort, type FoundKey } from '@goal/contract';

import { lowerThan, olderThan, Parameters, where, type PageRequest } from '../ground/keyset-sql.ts';
import { selectNewestFirst, type Way } from './search-newest-first.ts';
import { anyOf, contains, containsByIndex, searchTerms } from '../ground/search-terms.ts';

/** Search terms of an operator; wildcards are ordinary characters. */
export type AccountFilter = {
  /** Part of the e-mail in any case, or an account id. */
  q?: string | undefined;
  plan?: string | undefined;
  isReseller?: boolean | undefined;
  /** An account's id; part of e-mail, domain, group or reference, in any case; a key's prefix. */
  search?: string | undefined;
  /** Accounts over the fair use of their plan alone. */
  over?: 'fair_use' | undefined;
  sort?: AccountSort | undefined;
};

/** A text, an id, or both: each is searched in its own column. */
type OwnFilter = { text?: string | undefined; id?: string | undefined };

/** The terms of `search`, with the accounts of the keys that it names. */
export type Sought = OwnFilter & { keys: readonly FoundKey[] };

type Statement = { text: string; values: unknown[] };
type Texts = { q: string | undefined; sought: Sought | undefined };

/** What accounts are ordered by, for each way to sort them but the first. */
const figures = { events: 'events_this_month', sites: 'sites_counted' } as const;
/** Accounts with what was counted last (`countUse`), in the order of its indexes. */
const usedAccounts = `(SELECT u.account_no AS no, b.id, b.email, b.name, b.plan, b.is_reseller, b.created_at,
    u.events AS events_this_month, u.sites AS sites_counted, u.over_fair_use
  FROM account_use u JOIN account b ON b.no = u.account_no)`;

/**
 * A page of the matching accounts, and one row more where the list goes on: newest first, or by
 * what was counted last.
 */
export function accountsStatement(
  { plan, isReseller, over, sort: sorted }: AccountFilter,
  texts: Texts,
  { limit, after }: PageRequest,
  way: Way,
): Statement {
  const values = new Parameters();
  const sort = sorted ?? 'created';
  const by = sort === 'created' ? 'created_at' : figures[sort];
  const narrow = [
    ...(sort === 'created' ? olderThan : lowerThan)(values, `a.${by}`, 'a.no', after),
    ...narrowing(values, { plan, isReseller, over }),
  ];
  const fits = (): string[] => fitting(values, texts);
  const byIndex = (): string[] => indexed(values, texts);
  const table = sort === 'created' && over === undefined ? 'account' : usedAccounts;
  const withUse = sorted !== undefined || over !== undefined;
  const selected = selectNewestFirst({ table, alias: 'a', by, values, narrow, limit, fits, byIndex }, way);
  const text = `SELECT a.no AS "rowId", a.id::text, a.email, a.name, a.plan, a.is_reseller, a.created_at, a.whole, n.sites_active, n.sites_paused,
      ${withUse ? 'coalesce(u.events, 0) AS events_this_month, coalesce(u.sites, 0) AS sites_counted' : '0 AS events_this_month, 0 AS sites_counted'}, ${foundIn(values, texts.sought)}
    FROM (${selected}) a CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status = 'active') AS sites_active, count(*) FILTER (WHERE status = 'paused') AS sites_paused
      FROM site s WHERE s.account_no = a.no) n
      ${withUse ? 'LEFT JOIN LATERAL (SELECT events, sites FROM account_use WHERE account_no = a.no LIMIT 1) u ON true' : ''}
    ORDER BY a.${by} DESC, a.no DESC`;
  return { text, values: values.list };
}

/**
 * Counts the matching accounts, up to one more than are told. `looked` is how many of the newest
 * accounts that fit the other filters were looked through: one more than `newest` if there are
 * more.
 */
export function countStatement(filter: AccountFilter, texts: Texts, way: Way): Statement {
  const values = new Parameters();
  const narrow = narrowing(values, filter);
  const { over } = filter;
  const from = `FROM ${over === undefined ? 'account' : usedAccounts} a`;
  const newestFirst = 'ORDER BY a.created_at DESC, a.no DESC';
  if (typeof way !== 'string') {
    const newest = `SELECT a.* ${from} ${where(narrow)} ${newestFirst} LIMIT ${way.newest + 1}`;
    const fits = fitting(values, texts).join(' AND ');
    return {
      text: `SELECT count(*) FILTER (WHERE ${fits})::int AS found, count(*)::int AS looked FROM (${newest}) a`,
      values: values.list,
    };
  }
  // Its order leads PostgreSQL to the index of these filters, and away from the table.
  const found =
    way === 'index'
      ? where([...narrow, ...indexed(values, texts)])
      : `${where(narrow)} ${over === undefined ? newestFirst : ''}`;
  return {
    text: `SELECT count(*)::int AS found, 0 AS looked FROM (SELECT 1 ${from} ${found} LIMIT ${limits.countedAccounts + 1}) a`,
    values: values.list,
  };
}

function narrowing(values: Parameters, { plan, isReseller, over }: AccountFilter): string[] {
  return [
    ...(over === undefined ? [] : ['a.over_fair_use', fairUseIsPassed]),
    ...(plan === undefined ? [] : [`a.plan = ${values.add(plan)}`]),
    ...(isReseller === undefined ? [] : [`a.is_reseller = ${values.add(isReseller)}`]),
  ];
}

/** A plan that was raised, and a flag that was turned on, count at once. */
const fairUseIsPassed =
  'NOT a.is_reseller AND a.events_this_month > (SELECT p.fair_use_events FROM plan p WHERE p.slug = a.plan)';

/** The condition for one account at a time, which walks the list. */
function fitting(values: Parameters, { q, sought }: Texts): string[] {
  const conditions = q === undefined ? [] : [own(values, 'a', ownOf(q), contains)];
  if (sought === undefined) return conditions;
  const domain = contains(values, 's.domain', searchTerms(sought.text));
  // LIMIT makes it run for each account; without it the planner reads all sites at once.
  const site = `(SELECT true FROM site s WHERE s.account_no = a.no AND ${domain} LIMIT 1)`;
  const group = `(SELECT true FROM site_group g WHERE g.account_no = a.no AND ${inGroup(values, sought, contains)} LIMIT 1)`;
  return [...conditions, anyOf([own(values, 'a', sought, contains), site, group, ...named(values, 'a', sought.keys)])];
}

/** The same condition for all accounts at once, by the indexes on parts of texts. */
function indexed(values: Parameters, { q, sought }: Texts): string[] {
  if (sought === undefined) return q === undefined ? [] : [own(values, 'a', ownOf(q), containsByIndex)];
  const accounts = anyOf([own(values, 'b', sought, containsByIndex), ...named(values, 'b', sought.keys)]);
  const site = containsByIndex(values, 's.domain', searchTerms(sought.text));
  const found = `a.no IN (SELECT b.no FROM account b WHERE ${accounts} UNION SELECT s.account_no FROM site s WHERE ${site}
    UNION SELECT g.account_no FROM site_group g WHERE ${inGroup(values, sought, containsByIndex)})`;
  return q === undefined ? [found] : [found, own(values, 'a', ownOf(q), contains)];
}

/** The name or the reference of a group. */
function inGroup(values: Parameters, { text }: OwnFilter, inColumn: typeof contains): string {
  return anyOf(['lower(g.name)', 'lower(g.external_ref)'].map((column) => inColumn(values, column, searchTerms(text))));
}

/** The contract's `q`: a whole id may be part of an e-mail too (rulings §8). */
function ownOf(q: string): OwnFilter {
  return { text: q, id: isUuid(q) ? q : undefined };
}

/** The e-mail or the id of an account. */
function own(values: Parameters, account: string, { text, id }: OwnFilter, inColumn: typeof contains): string {
  const parts = [inColumn(values, `${account}.email`, searchTerms(text))];
  if (id !== undefined) parts.push(`${account}.id = ${values.add(id)}::uuid`);
  return anyOf(parts);
}

function named(values: Parameters, account: string, keys: readonly FoundKey[]): string[] {
  return keys.length === 0 ? [] : [`${account}.id = ANY(${values.add(keys.map((key) => key.account_id))}::uuid[])`];
}

/** Whether the account itself matches, else its newest matching site and group. */
function foundIn(values: Parameters, sought: Sought | undefined): string {
  if (sought === undefined) return 'true AS itself, NULL AS domain, NULL AS group_text';
  const itself = own(values, 'a', sought, contains);
  const domain = contains(values, 's.domain', searchTerms(sought.text));
  return `${itself} AS itself, CASE WHEN NOT ${itself} THEN
    (SELECT s.domain FROM site s WHERE s.account_no = a.no AND ${domain} ORDER BY s.created_at DESC, s.no DESC LIMIT 1) END AS domain,
    CASE WHEN NOT ${itself} THEN (SELECT CASE WHEN ${contains(values, 'lower(g.name)', searchTerms(sought.text))} THEN g.name ELSE g.external_ref END
      FROM site_group g WHERE g.account_no = a.no AND ${inGroup(values, sought, contains)} ORDER BY g.created_at DESC, g.no DESC LIMIT 1) END AS group_text`;
}
