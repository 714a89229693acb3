import { bareText, withoutSecrets } from '@goal/contract';
import { firstPage } from '@goal/ui/components/first-page.ts';
import type { UrlChanges } from '@goal/ui/components/use-url-state.ts';

/** The search and the filters of the list, as in the URL. */
export type AccountFilters = { search: string; plan: string; reseller: '' | 'only' | 'none' };

/** Reads the URL. A shared link may contain a whole key: its secret part is dropped here too. */
export function filtersOf(params: URLSearchParams): AccountFilters {
  const reseller = params.get('reseller');
  return {
    search: withoutSecrets(params.get('q') ?? ''),
    plan: params.get('plan') ?? '',
    reseller: reseller === 'only' || reseller === 'none' ? reseller : '',
  };
}

/** Removes every filter from the URL. */
export const noFilters: UrlChanges = { q: undefined, plan: undefined, reseller: undefined, ...firstPage };

/** The input for `admin.accounts.list`. The path and query of a pasted address are not sent. */
export function queryOf({ search, plan, reseller }: AccountFilters, cursor: string) {
  const text = bareText(search);
  return {
    limit: pageSize,
    ...(text === '' ? {} : { search: text }),
    ...(plan === '' ? {} : { plan }),
    ...(reseller === '' ? {} : { is_reseller: reseller === 'only' }),
    ...(cursor === '' ? {} : { cursor }),
  };
}

export const pageSize = 50;
