import { detailById, plainPage } from '@goal/core';

import type { Call } from '../world/http.ts';
import type { Account, Site } from '../world/population.ts';
import { at, pick, weighted, type Random } from '../world/random.ts';
import type { Side } from './world.ts';

/** A page, or an event, as a request and as the statement that the service runs for it. */
export type Look = { call: Call; statement: { name: string; text: string; values: unknown[] }; rows: number };

/** A page of 50, and whether there is more. */
const full = 51;
/** A position, the earliest time and how many rows: the first page. */
const firstPage = ['infinity', Number.MAX_SAFE_INTEGER, '1900-01-01T00:00:00Z', full];

/** Runs the statement as the service does, on its pool. Throws when the page is not full. */
export async function bySql({ db }: Pick<Side, 'db'>, { statement, rows }: Look): Promise<void> {
  const { rowCount } = await db.pages.query(statement);
  if (rowCount !== rows) throw new Error(`${statement.name} has ${rowCount} rows instead of ${rows}`);
}

export async function byHttp({ http }: Pick<Side, 'http'>, { call }: Look): Promise<void> {
  await http.send(call);
}

/** A site's page is full, with some to spare. */
export const isFull = ({ events }: Site): boolean => events > full;

export const lookAtSite = ({ account, rowId, token, domain }: Site): Look => ({
  call: { path: '/events', token, domain },
  statement: { ...plainPage('site'), values: [account.rowId, ...firstPage, rowId] },
  rows: full,
});

/** Each look takes the next of the account's keys: their rate limits are on. */
function lookAtAccount(account: Account, nth: number): Look {
  return {
    call: { path: '/account/events', token: at(account.keys, nth % account.keys.length) },
    statement: { ...plainPage('account'), values: [account.rowId, ...firstPage] },
    rows: full,
  };
}

export const scopes = ['site', 'account', 'event'] as const;
export type Scope = (typeof scopes)[number];

/**
 * Picks what is looked at, by the events that sites and accounts have in the smaller of the data sets; then finds it on each side. Populations of
 * one plan have the same numbers.
 */
export async function looks(
  random: Random,
  sides: readonly Side[],
): Promise<(scope: Scope, nth: number) => (side: Side) => Look> {
  const { sites } = at(sides, sides.length - 1).population;
  const site = weighted(random, sites.filter(isFull), (one) => one.weight);
  const events = new Map(await Promise.all(sides.map(async (side) => [side, await someEvents(side, random)] as const)));
  return (scope, nth) => {
    const { rowId, account } = site();
    const chance = random();
    return (side) => {
      const own = at(side.population.sites, rowId - 1);
      if (scope === 'site') return lookAtSite(own);
      if (scope === 'account') return lookAtAccount(at(side.population.accounts, account.rowId - 1), nth);
      const known = events.get(side) ?? [];
      return at(known, Math.floor(chance * known.length));
    };
  };
}

/** Events of sites by their weight, each out of the newest thousand of its site. */
async function someEvents({ db, population }: Side, random: Random): Promise<Look[]> {
  const site = weighted(random, population.sites.filter(isFull), (one) => one.weight);
  const found: Look[] = [];
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
