import { createHash } from 'node:crypto';

import type pg from 'pg';

import { copyLines, lineOf } from './copy.ts';
import { at, zipf, type Random } from './random.ts';
import type { Size } from './sizes.ts';

/**
 * A registered site with the key that its plugin and readers use. Its rows in `event` carry `rowId`
 * and `account.rowId`.
 */
export type Site = {
  id: string;
  rowId: number;
  domain: string;
  token: string;
  account: Account;
  /** Its share of all events. */
  weight: number;
  /** The number of its events. */
  events: number;
};

export type Account = { rowId: number; id: string; keys: string[] };

/** A group of the largest account. */
export type Group = { id: string; keys: string[]; sites: number[] };

export type Population = { accounts: Account[]; sites: Site[]; groups: Group[] };

/** The maximum for an account and for a group; each key has a rate limit of its own. */
const keysPerOwner = 10;
/** Group sizes for an account of 3,000 sites; scaled down for fewer sites. */
const groupSizes = [2000, 200, 20];

/**
 * A site before it is stored. The number of a site is its index plus 1; sites are sorted by
 * account.
 */
export type PlannedSite = { account: number; weight: number; group: number | null };

/**
 * Plans sites as skewed as in docs/decisions/010-event-store.md: the largest account has its share,
 * and the sites and events of the others follow Zipf's law. The sites of one account differ a
 * little more, so that the largest site has about 3 % of all events.
 */
export function planSites(size: Size, random: Random): PlannedSite[] {
  const ranks = Array.from({ length: size.accounts - 1 }, (_, index) => zipf(index));
  const sum = ranks.reduce((total, rank) => total + rank, 0);
  const counts = [size.sitesOfLargest, ...ranks.map((rank) => Math.ceil((rank / sum) * otherSites(size)))];
  const shares = [size.largestShare, ...ranks.map((rank) => ((1 - size.largestShare) * rank) / sum)];
  const sites: PlannedSite[] = [];
  for (const [index, count] of counts.entries()) {
    const weights = Array.from({ length: count }, (_, nth) => zipf(nth) ** 1.2);
    const total = weights.reduce((all, weight) => all + weight, 0);
    for (const weight of weights)
      sites.push({ account: index + 1, weight: (weight / total) * (shares[index] ?? 0), group: null });
  }
  const free = Array.from({ length: size.sitesOfLargest }, (_, index) => index);
  for (const [index, group] of groupSizes.entries()) {
    for (let left = Math.floor((group * size.sitesOfLargest) / 3000); left > 0; left -= 1) {
      const [taken = 0] = free.splice(Math.floor(random() * free.length), 1);
      at(sites, taken).group = index + 1;
    }
  }
  return sites;
}

/** The sites that the other accounts share by rank; rounding up gives each of them at least one. */
function otherSites({ sites, sitesOfLargest, accounts }: Size): number {
  return Math.max(accounts, sites - sitesOfLargest - accounts / 2);
}

const domainOf = (rowId: number, account: number): string => `site${rowId}.account${account}.example.com`;

/** Stores accounts, sites, groups and their keys in an empty database. */
export async function storePopulation(client: pg.Client, sites: readonly PlannedSite[], secret: string): Promise<void> {
  const accounts = at(sites, sites.length - 1).account;
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
  const keys = (kind: 'account' | 'group' | 'site', owner: number, each: number): [string, string][] =>
    numbers(each).map((nth) => {
      const { token, prefix } = keyOf(secret, kind, (owner - 1) * each + nth);
      return [prefix, hashOf(token)];
    });
  await copyLines(
    client,
    'account (no, email, plan)',
    numbers(accounts).map((rowId) => lineOf(rowId, `owner${rowId}@example.com`, 'agency')),
  );
  await copyLines(
    client,
    'site_group (no, account_no, name)',
    groupSizes.map((_, index) => lineOf(index + 1, 1, `Group ${index + 1}`)),
  );
  // The retention is long enough that nothing is purged while the data set is kept; the rate limit
  // is the highest that a site can have.
  const site = ({ account, group }: PlannedSite, index: number): string => {
    const rowId = index + 1;
    return lineOf(rowId, account, group, domainOf(rowId, account), 0, `https://site${rowId}.example.com`, 36_500, 1000);
  };
  await copyLines(
    client,
    'site (no, account_no, group_no, domain, domain_scope, site_url, retention_days, rate_limit_rps)',
    sites.map(site),
  );
  await copyLines(
    client,
    'account_key (account_no, prefix, hash)',
    numbers(accounts).flatMap((rowId) => keys('account', rowId, keysPerOwner).map((key) => lineOf(rowId, ...key))),
  );
  await copyLines(
    client,
    'group_key (group_no, name, prefix, hash)',
    groupSizes.flatMap((_, index) =>
      keys('group', index + 1, keysPerOwner).map((key) => lineOf(index + 1, 'bench', ...key)),
    ),
  );
  await copyLines(
    client,
    'site_key (site_no, prefix, hash)',
    sites.flatMap((_, index) => keys('site', index + 1, 1).map((key) => lineOf(index + 1, ...key))),
  );
  for (const table of ['account', 'site', 'site_group'])
    await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'no'), max(no)) FROM ${table}`);
}

/**
 * Reads accounts, sites and groups with their keys. A site's weight is its share of the events, or
 * its planned weight.
 */
export async function readPopulation(
  client: pg.Pool,
  secret: string,
  planned?: readonly PlannedSite[],
): Promise<Population> {
  const keys = (kind: 'account' | 'group', owner: number): string[] =>
    Array.from({ length: keysPerOwner }, (_, nth) => keyOf(secret, kind, (owner - 1) * keysPerOwner + nth + 1).token);
  const found = await client.query<{ rowId: number; id: string }>(
    'SELECT no AS "rowId", id::text FROM account ORDER BY no',
  );
  const accounts = new Map<number, Account>();
  for (const { rowId, id } of found.rows) accounts.set(rowId, { rowId, id, keys: keys('account', rowId) });
  const { rows } = await client.query<{ rowId: number; id: string; account: number; domain: string; events: number }>(
    `SELECT s.no AS "rowId", s.id::text, s.account_no AS account, s.domain, coalesce(k.n, 0)::int AS events
     FROM site s LEFT JOIN (SELECT site, sum(n) AS n FROM kept GROUP BY 1) k ON k.site = s.no ORDER BY s.no`,
  );
  const all = rows.reduce((sum, { events }) => sum + events, 0);
  const sites = rows.flatMap(({ rowId, id, account, domain, events }) => {
    const owner = accounts.get(account);
    const { token } = keyOf(secret, 'site', rowId);
    return owner === undefined
      ? []
      : [{ rowId, id, domain, token, account: owner, weight: planned?.[rowId - 1]?.weight ?? events / all, events }];
  });
  const groups = await client.query<{ rowId: number; id: string; sites: number[] }>(
    `SELECT g.no AS "rowId", g.id::text, array_agg(s.no ORDER BY s.no) AS sites FROM site_group g JOIN site s ON s.group_no = g.no GROUP BY g.no ORDER BY g.no`,
  );
  return {
    accounts: [...accounts.values()],
    sites,
    groups: groups.rows.map(({ rowId, id, sites: own }) => ({ id, sites: own, keys: keys('group', rowId) })),
  };
}

const keyWords = { site: 'live', account: 'acct', group: 'grp' } as const;

/**
 * A key of the data set. `ordinal` counts the keys of its kind. The key is derived from the data
 * set's `secret`, so that each run computes the same one.
 */
function keyOf(secret: string, kind: keyof typeof keyWords, ordinal: number): { token: string; prefix: string } {
  const prefix = ordinal.toString(36).padStart(8, '0');
  const own = createHash('sha256').update(`${secret} ${kind} ${ordinal}`).digest('hex').slice(0, 32);
  return { token: `goal_${keyWords[kind]}_${prefix}_${own}`, prefix };
}

/** A token's hash as the text of a bytea. */
function hashOf(token: string): string {
  return `\\x${createHash('sha256').update(token).digest('hex')}`;
}
