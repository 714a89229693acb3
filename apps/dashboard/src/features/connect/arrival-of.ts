import type { MemberSiteDetail } from '@goal/contract';

type Site = Pick<MemberSiteDetail, 'last_accepted_at' | 'health'>;

/**
 * What the page that watches a site has seen since it was opened, when the last accepted event came
 * at `before`: nothing yet, the site's first event, or a further one.
 */
export function arrivalOf(
  { last_accepted_at: at, health }: Site,
  before: string | null,
): 'waiting' | 'first' | 'further' {
  if (at === null || at === before || health === 'refused') return 'waiting';
  return before === null ? 'first' : 'further';
}
