import { isUuid, withoutSecrets } from '@goal/contract';

const statuses = ['active', 'paused', 'revoked'] as const;
/** `group` is an id; an empty string means no filter. */
export type SiteFilters = { q: string; status: (typeof statuses)[number] | ''; group: string };

export function siteFiltersOf(params: URLSearchParams): SiteFilters {
  const status = params.get('status');
  const group = params.get('group');
  return {
    q: withoutSecrets(params.get('q') ?? ''),
    status: statuses.find((one) => one === status) ?? '',
    group: isUuid(group) ? group : '',
  };
}

export function siteQueryOf({ q, status, group }: SiteFilters) {
  return {
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(status === '' ? {} : { status: [status] }),
    ...(group === '' ? {} : { group_id: group }),
  };
}
