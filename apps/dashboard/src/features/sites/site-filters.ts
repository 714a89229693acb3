import {
  isUuid,
  noGroup,
  siteHealths,
  siteStatuses,
  withoutSecrets,
  type MemberSite,
  type SiteHealth,
} from '@goal/contract';
import { firstPage } from '@goal/ui/field/first-page.ts';
import type { UrlChanges } from '@goal/ui/field/use-url-state.ts';

/** Which sites the page shows, as in the address; empty for any. */
export type SiteFilters = { q: string; health: SiteHealth | ''; group: string; status: MemberSite['status'] | '' };

export function siteFiltersOf(params: URLSearchParams): SiteFilters {
  const group = params.get('group');
  return {
    q: withoutSecrets(params.get('q') ?? '').trim(),
    health: siteHealths.find((one) => one === params.get('health')) ?? '',
    group: isUuid(group) || group === noGroup ? group : '',
    status: siteStatuses.find((one) => one === params.get('status')) ?? '',
  };
}

export const noSiteFilters: UrlChanges = {
  q: undefined,
  health: undefined,
  group: undefined,
  status: undefined,
  ...firstPage,
};

export const isFiltered = (filters: SiteFilters): boolean => Object.values(filters).some((value) => value !== '');

export function siteQueryOf({ q, health, group, status }: SiteFilters, page: { limit: number; cursor: string }) {
  return {
    limit: page.limit,
    ...(page.cursor === '' ? {} : { cursor: page.cursor }),
    ...(q === '' ? {} : { q }),
    ...(health === '' ? {} : { health: [health] }),
    ...(group === '' ? {} : { group_id: group }),
    ...(status === '' ? {} : { status: [status] }),
  };
}
