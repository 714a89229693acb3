import { detailById, plainPage } from '@goal/core';

import type { Call } from '../world/http.ts';
import type { Account, Site } from '../world/population.ts';
import { at, pick, weighted, type Random } from '../world/random.ts';
import type { Side } from './world.ts';

/** Reading a page or an event: as a request, and as the statement that the service runs for it. */
export type Read = {
  call: Call;
  statement: { name: string; text: string; values: unknown[] };
  rows: number;
  /** The path of a page at the bare server (bare-server.ts). */
  bare?: string;
};

/** The rows of a page of 50, and one more that tells whether there is another page. */
const fullPageRows = 51;
/** The values of the first page: its position, the earliest time and the number of rows. */
const firstPage = ['infinity', Number.MAX_SAFE_INTEGER, '1900-01-01T00:00:00Z', fullPageRows];

/** Runs the statement as the service does, on its pool. Throws if the page is not full. */
export async function bySql({ db }: Pick<Side, 'db'>, { statement, rows }: Read): Promise<void> {
  const { rowCount } = await db.pages.query(statement);
  if (rowCount !== rows) throw new Error(`${statement.name} has ${rowCount} rows instead of ${rows}`);
}

export async function byHttp({ http }: Pick<Side, 'http'>, { call }: Read): Promise<void> {
  await http.send(call);
}

/** Returns true if the site has more events than a page. */
export const isFull = ({ events }: Site): boolean => events > fullPageRows;

export const siteRead = ({ account, rowId, token, domain }: Site): Read => ({
  call: { path: '/events', token, domain },
  statement: { ...plainPage('site'), values: [account.rowId, ...firstPage, rowId] },
  rows: fullPageRows,
  bare: `/${account.rowId}/${rowId}`,
});

/** Uses the account's keys in turn, because each has a rate limit. */
function accountRead(account: Account, nth: number): Read {
  return {
    call: { path: '/account/events', token: at(account.keys, nth % account.keys.length) },
    statement: { ...plainPage('account'), values: [account.rowId, ...firstPage] },
    rows: fullPageRows,
    bare: `/${account.rowId}/all`,
  };
}

export const scopes = ['site', 'account', 'event'] as const;
export type Scope = (typeof scopes)[number];

/**
 * Returns a function that picks what to read, weighted by the events that sites and accounts have
 * in the smaller data set, and finds it on each side. The sites and accounts of all sides have the
 * same numbers.
 */
export async function readPicker(
  random: Random,
  sides: readonly Side[],
): Promise<(scope: Scope, nth: number) => (side: Side) => Read> {
  const { sites } = at(sides, sides.length - 1).population;
  const site = weighted(random, sites.filter(isFull), (one) => one.weight);
  const events = new Map(await Promise.all(sides.map(async (side) => [side, await someEvents(side, random)] as const)));
  return (scope, nth) => {
    const { rowId, account } = site();
    const chance = random();
    return (side) => {
      const own = at(side.population.sites, rowId - 1);
      if (scope === 'site') return siteRead(own);
      if (scope === 'account') return accountRead(at(side.population.accounts, account.rowId - 1), nth);
      const known = events.get(side) ?? [];
      return at(known, Math.floor(chance * known.length));
    };
  };
}

/** Picks 300 events of sites by their weight, each from the newest thousand of its site. */
async function someEvents({ db, population }: Side, random: Random): Promise<Read[]> {
  const site = weighted(random, population.sites.filter(isFull), (one) => one.weight);
  const found: Read[] = [];
  for (let nth = 0; nth < 300; nth += 1) {
    const { rowId, account, token, domain } = site();
    const { text } = plainPage('site');
    const { rows } = await db.pages.query<{ id: number }>({
      name: 'some events',
      text,
      values: [account.rowId, 'infinity', Number.MAX_SAFE_INTEGER, '1900-01-01T00:00:00Z', 1000, rowId],
    });
    const { id } = pick(random, rows);
    found.push({
      call: { path: `/events/${id}`, token, domain },
      statement: { ...detailById, values: [account.rowId, id] },
      rows: 1,
    });
  }
  return found;
}
