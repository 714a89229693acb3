import { plainPage } from '@goal/core';

import type { Call } from '../world/http.ts';
import type { Account, Site } from '../world/population.ts';
import { at, weighted, type Random } from '../world/random.ts';
import type { Side } from './world.ts';

/** Reading a page: as a request, and as the statement that the service runs for it. */
export type Read = {
  call: Call;
  statement: { name: string; text: string; values: unknown[] };
  /** Its path at the bare server (bare-server.ts). */
  bare: string;
};

/** The rows of a page of 50, and one more that tells whether there is another page. */
const fullPageRows = 51;
/** The values of the first page: its position, the earliest time and the number of rows. */
const firstPage = ['infinity', Number.MAX_SAFE_INTEGER, '1900-01-01T00:00:00Z', fullPageRows];

/** Runs the statement as the service does, on its pool. Throws if the page is not full. */
export async function bySql({ db }: Pick<Side, 'db'>, { statement }: Read): Promise<void> {
  const { rowCount } = await db.pages.query(statement);
  if (rowCount !== fullPageRows) throw new Error(`${statement.name} has ${rowCount} rows instead of ${fullPageRows}`);
}

export async function byHttp({ http }: Pick<Side, 'http'>, { call }: Read): Promise<void> {
  await http.send(call);
}

/** Returns true if the site has more events than a page. */
export const isFull = ({ events }: Site): boolean => events > fullPageRows;

export const siteRead = ({ account, rowId, token, domain }: Site): Read => ({
  call: { path: '/events', token, domain },
  statement: { ...plainPage('site'), values: [account.rowId, ...firstPage, rowId] },
  bare: `/${account.rowId}/${rowId}`,
});

/** Uses the account's keys in turn, because each has a rate limit. */
function accountRead(account: Account, nth: number): Read {
  return {
    call: { path: '/account/events', token: at(account.keys, nth % account.keys.length) },
    statement: { ...plainPage('account'), values: [account.rowId, ...firstPage] },
    bare: `/${account.rowId}/all`,
  };
}

export const scopes = ['site', 'account'] as const;
export type Scope = (typeof scopes)[number];

/**
 * Returns a function that picks what to read, weighted by the events that sites and accounts have
 * in the smaller data set, and finds it on each side. The sites and accounts of all sides have the
 * same numbers.
 */
export function readPicker(
  random: Random,
  sides: readonly Side[],
): (scope: Scope, nth: number) => (side: Pick<Side, 'population'>) => Read {
  const { sites } = at(sides, sides.length - 1).population;
  const site = weighted(random, sites.filter(isFull), (one) => one.weight);
  return (scope, nth) => {
    const { rowId, account } = site();
    return ({ population }) =>
      scope === 'site'
        ? siteRead(at(population.sites, rowId - 1))
        : accountRead(at(population.accounts, account.rowId - 1), nth);
  };
}
