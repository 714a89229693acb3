import { type AccountSort, accountSorts, bareText, withoutSecrets } from '@goal/contract';
import { firstPage } from '@goal/ui/field/first-page.ts';
import type { UrlChanges } from '@goal/ui/field/use-url-state.ts';

export type AccountFilters = {
  search: string;
  plan: string;
  reseller: '' | 'only' | 'none';
  over: '' | 'fair_use';
  sort: AccountSort;
};

/** Reads the URL. A shared link may contain a whole key: its secret part is dropped here too. */
export function filtersOf(params: URLSearchParams): AccountFilters {
  const reseller = params.get('reseller');
  return {
    search: withoutSecrets(params.get('q') ?? ''),
    plan: params.get('plan') ?? '',
    reseller: reseller === 'only' || reseller === 'none' ? reseller : '',
    over: params.get('over') === 'fair_use' ? 'fair_use' : '',
    sort: accountSorts.find((sort) => sort === params.get('sort')) ?? 'created',
  };
}

export const noFilters: UrlChanges = {
  q: undefined,
  plan: undefined,
  reseller: undefined,
  over: undefined,
  ...firstPage,
};

/** The input for `admin.accounts.list`. The path and query of a pasted address are not sent. */
export function queryOf({ search, plan, reseller, over, sort }: AccountFilters, cursor: string) {
  const text = bareText(search);
  return {
    limit: pageSize,
    // Also for the default order: then rows have the events of the month.
    sort,
    ...(text === '' ? {} : { search: text }),
    ...(plan === '' ? {} : { plan }),
    ...(reseller === '' ? {} : { is_reseller: reseller === 'only' }),
    ...(over === '' ? {} : { over }),
    ...(cursor === '' ? {} : { cursor }),
  };
}

export const pageSize = 50;
