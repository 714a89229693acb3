import { explainStatus, type MemberSiteDetail } from '@goal/contract';
import type { Reader } from '@goal/ui/site/diagnosis.ts';

type Site = Pick<MemberSiteDetail, 'status' | 'last_refusal' | 'refusal_help'>;

/** The service explains the last refusal, so that the page loads no others (rulings §10.35). */
export const memberReader = ({ status, last_refusal: last, refusal_help: help }: Site): Reader => ({
  explain: (sentence) =>
    sentence === last && help !== null ? help : explainStatus(status === 'revoked' ? 'revoked' : 'paused'),
  remedies: {
    withoutKey: 'Make one under «Keys», and paste it into the plugin.',
    withoutSender: 'Make one under «Keys» that may send, and paste it into the plugin.',
    neverHeard: 'Is the plugin installed with a key of this site?',
    sendAgain: 'Send an event',
  },
});
