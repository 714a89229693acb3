import type { MemberSiteDetail } from '@goal/contract';

type Site = Pick<MemberSiteDetail, 'last_accepted_at' | 'health'>;

/** What came since the page was opened, when the last accepted event was at `before`. */
export function arrivalOf(
  { last_accepted_at: at, health }: Site,
  before: string | null,
): 'waiting' | 'first' | 'further' {
  if (at === null || at === before || health === 'refused') return 'waiting';
  return before === null ? 'first' : 'further';
}
