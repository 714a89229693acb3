import { explainStatus, type MemberSiteDetail } from '@goal/contract';
import type { Reader } from '@goal/ui/site/diagnosis.ts';

type Site = Pick<MemberSiteDetail, 'status' | 'last_refusal' | 'refusal_help'>;

/**
 * A member of the site: the service explains the last refusal (rulings §10.35), so that the page
 * loads the explanations of no other.
 */
export const memberReader = ({ status, last_refusal: last, refusal_help: help }: Site): Reader => ({
  isMember: true,
  explain: (sentence) =>
    sentence === last && help !== null ? help : explainStatus(status === 'revoked' ? 'revoked' : 'paused'),
});
