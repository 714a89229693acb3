import { bareText, withoutSecrets } from '@goal/contract';
import { firstPage } from '../../ui/first-page.ts';
import type { UrlChanges } from '../../ui/use-url-state.ts';

/** What the list is asked for, as its URL says it. */
export type AccountFilters = { search: string; plan: string; reseller: '' | 'only' | 'none' };

/** Reads the URL; a whole key in it (somebody shared such a link) is cut down here too. */
export function filtersOf(params: URLSearchParams): AccountFilters {
  const reseller = params.get('reseller');
  return {
    search: withoutSecrets(params.get('q') ?? ''),
    plan: params.get('plan') ?? '',
    reseller: reseller === 'only' || reseller === 'none' ? reseller : '',
  };
}

/** Takes every filter out of the URL. */
export const noFilters: UrlChanges = { q: undefined, plan: undefined, reseller: undefined, ...firstPage };

/** The question for `admin.accounts.list`: the path and query of a pasted address are nothing that it needs to hear. */
export function questionOf({ search, plan, reseller }: AccountFilters, cursor: string) {
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
