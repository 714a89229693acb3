import { createAdminToken } from '@goal/core';
import type { Database } from '@goal/db';

import type { Http } from './http.ts';
import { zipf } from './random.ts';

/** A registered site with the key that its plugin and its readers use; `no` and `account.no` are what its rows in `event` carry. */
export type Site = {
  id: string;
  no: number;
  domain: string;
  token: string;
  account: Account;
  /** Its share of all events. */
  weight: number;
};

export type Account = { no: number; id: string; keys: string[] };

export type Population = { accounts: Account[]; sites: Site[] };

/** How large it is. `largestShare`: of all events, those of the first account. */
export type Size = { accounts: number; sitesOfLargest: number; largestShare: number };

/** Account keys have a fixed rate limit: with several the limiter may stay on. */
const keysAnAccount = 5;

/**
 * Accounts and sites through the operator API, skewed as in docs/decisions/010-event-store.md: the largest account has its share, the others and
 * the sites within each follow Zipf's law. Sites may be read as often as a site's rate can be set.
 */
export async function populate(
  db: Database,
  http: Http,
  size: Size,
  progress: (done: string) => void,
): Promise<Population> {
  const { token } = await createAdminToken(
    { db },
    { kind: 'cli', name: 'bench' },
    { name: 'bench', scope: 'admin:write' },
  );
  const post = async (path: string, body: object): Promise<Record<string, string>> =>
    // The service's own answers: JSON objects whose fields here are texts.
    JSON.parse(
      await http.send({ method: 'POST', path: `/admin${path}`, token, body: JSON.stringify(body), expect: 201 }),
    ) as Record<string, string>;
  const accounts: Account[] = [];
  const sites: Site[] = [];
  for (let place = 0; place < size.accounts; place += 1) {
    const { id = '' } = await post('/accounts', { email: `owner${place}@example.com`, plan: 'agency' });
    const account: Account = { id, no: 0, keys: [] };
    accounts.push(account);
    const minting = Array.from({ length: keysAnAccount }, () => post(`/accounts/${id}/keys`, {}));
    account.keys.push(...(await Promise.all(minting)).map(({ key = '' }) => key));
    const count = place === 0 ? size.sitesOfLargest : Math.ceil((size.sitesOfLargest * 0.6) / place);
    const registering = Array.from({ length: count }, async (_, nth) => {
      const domain = `site${nth}.account${place}.example.com`;
      const made = await post(`/accounts/${id}/sites`, { domain, site_url: `https://${domain}` });
      await http.send({
        method: 'PATCH',
        path: `/admin/sites/${made['site_id']}`,
        token,
        body: '{"rate_limit_rps":1000}',
        expect: 204,
      });
      return { id: made['site_id'] ?? '', no: 0, domain, token: made['token'] ?? '', account, weight: zipf(nth) };
    });
    sites.push(...(await Promise.all(registering)));
    progress(`${sites.length} sites`);
  }
  await fillNumbers(db, accounts, sites);
  share(accounts, sites, size.largestShare);
  return { accounts, sites };
}

/** The numbers that stand in the rows of `event`. */
async function fillNumbers(db: Database, accounts: Account[], sites: Site[]): Promise<void> {
  const { rows } = await db.work.query<{ id: string; no: number }>(
    'SELECT id::text, no FROM account UNION ALL SELECT id::text, no FROM site',
  );
  const numbers = new Map(rows.map(({ id, no }) => [id, no]));
  for (const one of [...accounts, ...sites]) one.no = numbers.get(one.id) ?? 0;
}

/** Turns weights within an account into shares of everything. */
function share(accounts: Account[], sites: Site[], largest: number): void {
  const [, ...others] = accounts;
  const sum = others.reduce((total, _, place) => total + zipf(place), 0);
  for (const [place, account] of accounts.entries()) {
    const own = sites.filter((site) => site.account === account);
    const total = own.reduce((weight, site) => weight + site.weight, 0);
    const part = place === 0 ? largest : ((1 - largest) * zipf(place - 1)) / sum;
    for (const site of own) site.weight = (site.weight / total) * part;
  }
}
