import { withoutSecrets } from '@goal/contract';

const statuses = ['active', 'paused', 'revoked'] as const;
export type SiteFilters = { q: string; status: (typeof statuses)[number] | '' };

/** Which of the account's sites are asked for, as the URL says it. */
export function siteFiltersOf(params: URLSearchParams): SiteFilters {
  const status = params.get('status');
  return { q: withoutSecrets(params.get('q') ?? ''), status: statuses.find((one) => one === status) ?? '' };
}

/** The same for `admin.accounts.sites.list`. */
export function siteQuestion({ q, status }: SiteFilters) {
  return { ...(q.trim() === '' ? {} : { q: q.trim() }), ...(status === '' ? {} : { status: [status] }) };
}
