import { isUuid, withoutSecrets } from '@goal/contract';

const statuses = ['active', 'paused', 'revoked'] as const;
export type SiteFilters = { q: string; status: (typeof statuses)[number] | ''; /** Its id. */ group: string };

/** Which of the account's sites are asked for, as the URL says it. */
export function siteFiltersOf(params: URLSearchParams): SiteFilters {
  const status = params.get('status');
  const group = params.get('group');
  return {
    q: withoutSecrets(params.get('q') ?? ''),
    status: statuses.find((one) => one === status) ?? '',
    group: isUuid(group) ? group : '',
  };
}

/** The same for `admin.accounts.sites.list`. */
export function siteQuestion({ q, status, group }: SiteFilters) {
  return {
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(status === '' ? {} : { status: [status] }),
    ...(group === '' ? {} : { group_id: group }),
  };
}

/** Where the sites of a group are listed. */
export function pathOfGroup(account: string, group: string): string {
  return `/accounts/${account}?tab=sites&group=${group}`;
}

/** Where the keys of a group are listed. */
export function pathOfGroupKeys(account: string, group: string): string {
  return `/accounts/${account}?tab=groups&keys_of=${group}`;
}
