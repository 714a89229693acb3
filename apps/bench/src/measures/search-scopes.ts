import type { Call } from '../world/http.ts';
import type { Account, Population, Site } from '../world/population.ts';
import { at } from '../world/random.ts';

/** The owner of the events that a search reads. */
export type SearchScope = {
  name: string;
  /** A read of its events: `path` comes after `/events`; the nth call takes the next key. */
  call: (path: string, nth: number) => Call;
  /** Its account, and its site where it is one. */
  account: Account;
  site?: Site;
};

/** The largest site, the largest account, and the groups of that account, the largest first. */
export function searchScopes(population: Population): SearchScope[] {
  const account = at(population.accounts, 0);
  const site = population.sites.reduce((most, one) => (one.events > most.events ? one : most));
  // Each key has a rate limit of its own.
  const byKeys = (keys: readonly string[]) => (path: string, nth: number) => ({
    path: `/account/events${path}`,
    token: at(keys, nth % keys.length),
  });
  return [
    {
      name: 'largest site',
      call: (path) => ({ path: `/events${path}`, token: site.token, domain: site.domain }),
      account: site.account,
      site,
    },
    { name: 'largest account', call: byKeys(account.keys), account },
    ...population.groups.map(({ keys, sites }) => ({
      name: `group of ${sites.length} sites`,
      call: byKeys(keys),
      account,
    })),
  ];
}
