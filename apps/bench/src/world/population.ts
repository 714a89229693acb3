import type pg from 'pg';

import { copyLines, lineOf } from './copy.ts';
import { at, zipf, type Random } from './random.ts';
import type { Size } from './sizes.ts';
import { hashOf, keyOf } from './tokens.ts';

/** A registered site with the key that its plugin and its readers use; `rowId` and `account.rowId` are what its rows in `event` carry. */
export type Site = {
  id: string;
  rowId: number;
  domain: string;
  token: string;
  account: Account;
  /** Its share of all events. */
  weight: number;
  /** How many it has. */
  events: number;
};

export type Account = { rowId: number; id: string; keys: string[] };

/** A group of the largest account. */
export type Group = { id: string; keys: string[]; sites: number[] };

export type Population = { accounts: Account[]; sites: Site[]; groups: Group[] };

/** As many as an account, and a group, may have: each has a rate limit of its own. */
const keysEach = 10;
/** Of 3,000 sites of the largest account; of fewer the same parts. */
const groupSizes = [2000, 200, 20];

/** Sites before they are stored; their numbers are their places and 1, in the order of their accounts. */
export type PlannedSite = { account: number; weight: number; group: number | null };

/**
 * Skewed as in docs/decisions/010-event-store.md: the largest account has its share, the others follow Zipf's law, in events as in sites; the sites
 * of an account are a little more unlike (so that the largest of all has some 3 % of the events).
 */
export function planSites(size: Size, random: Random): PlannedSite[] {
  const ranks = Array.from({ length: size.accounts - 1 }, (_, place) => zipf(place));
  const sum = ranks.reduce((total, rank) => total + rank, 0);
  const counts = [size.sitesOfLargest, ...ranks.map((rank) => Math.ceil((rank / sum) * siteRoom(size)))];
  const shares = [size.largestShare, ...ranks.map((rank) => ((1 - size.largestShare) * rank) / sum)];
  const sites: PlannedSite[] = [];
  for (const [place, count] of counts.entries()) {
    const weights = Array.from({ length: count }, (_, nth) => zipf(nth) ** 1.2);
    const total = weights.reduce((all, weight) => all + weight, 0);
    for (const weight of weights)
      sites.push({ account: place + 1, weight: (weight / total) * (shares[place] ?? 0), group: null });
  }
  const free = Array.from({ length: size.sitesOfLargest }, (_, place) => place);
  for (const [place, group] of groupSizes.entries()) {
    for (let left = Math.floor((group * size.sitesOfLargest) / 3000); left > 0; left -= 1) {
      const [taken = 0] = free.splice(Math.floor(random() * free.length), 1);
      at(sites, taken).group = place + 1;
    }
  }
  return sites;
}

/** Each account has a site at least: what is over goes by rank. */
function siteRoom({ sites, sitesOfLargest, accounts }: Size): number {
  return Math.max(accounts, sites - sitesOfLargest - accounts / 2);
}

const domainOf = (rowId: number, account: number): string => `site${rowId}.account${account}.example.com`;

/** Stores accounts, sites, groups and their keys in an empty database. */
export async function storePopulation(client: pg.Client, sites: readonly PlannedSite[], secret: string): Promise<void> {
  const accounts = at(sites, sites.length - 1).account;
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, place) => place + 1);
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
    groupSizes.map((_, place) => lineOf(place + 1, 1, `Group ${place + 1}`)),
  );
  // So long that nothing is purged while the data set is kept; read as often as a site's rate can be set.
  const site = ({ account, group }: PlannedSite, place: number): string =>
    lineOf(
      place + 1,
      account,
      group,
      domainOf(place + 1, account),
      0,
      `https://site${place + 1}.example.com`,
      36_500,
      1000,
    );
  await copyLines(
    client,
    'site (no, account_no, group_no, domain, domain_scope, site_url, retention_days, rate_limit_rps)',
    sites.map(site),
  );
  await copyLines(
    client,
    'account_key (account_no, prefix, hash)',
    numbers(accounts).flatMap((rowId) => keys('account', rowId, keysEach).map((key) => lineOf(rowId, ...key))),
  );
  await copyLines(
    client,
    'group_key (group_no, name, prefix, hash)',
    groupSizes.flatMap((_, place) =>
      keys('group', place + 1, keysEach).map((key) => lineOf(place + 1, 'bench', ...key)),
    ),
  );
  await copyLines(
    client,
    'site_key (site_no, prefix, hash)',
    sites.flatMap((_, place) => keys('site', place + 1, 1).map((key) => lineOf(place + 1, ...key))),
  );
  for (const table of ['account', 'site', 'site_group'])
    await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'no'), max(no)) FROM ${table}`);
}

/** Who is registered, with keys, and each site with its part of the events, or of those that it shall have by plan. */
export async function readPopulation(
  client: pg.Pool,
  secret: string,
  planned?: readonly PlannedSite[],
): Promise<Population> {
  const keys = (kind: 'account' | 'group', owner: number): string[] =>
    Array.from({ length: keysEach }, (_, nth) => keyOf(secret, kind, (owner - 1) * keysEach + nth + 1).token);
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
