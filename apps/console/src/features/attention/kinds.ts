import { type AttentionKind, attentionKinds } from '@goal/contract';
import { formatNumber } from '@goal/ui/lib/numbers.ts';

export const kinds: Readonly<Record<AttentionKind, { name: string; about: string; act: string; empty: string }>> = {
  over_fair_use: {
    name: 'Over fair use',
    about: 'Accounts that have sent more this month (UTC) than the fair use of their plan, most first.',
    act: 'Change plan',
    empty: 'No account is over the fair use of its plan',
  },
  silent: {
    name: 'Silent sites',
    about: 'Sites that used to send regularly and have stopped, the latest first. They are looked for every hour.',
    act: 'Find out why',
    empty: 'No site is silent',
  },
  refused: {
    name: 'Refused sites',
    about: 'Sites whose last request was refused in the last 24 hours, the latest first.',
    act: 'Find out why',
    empty: 'No site is refused',
  },
  held_payment: {
    name: 'Held payments',
    about:
      'Subscriptions that the payment provider reports and that give no plan or collect no payment, the latest first.',
    act: 'Look at the account',
    empty: 'No payment is held',
  },
  at_cap: {
    name: 'At their cap',
    about: 'Accounts whose active sites fill their plan, most sites first. One site fills the plan free.',
    act: 'Change plan',
    empty: 'No account is at its cap',
  },
};

export const kindOf = (params: URLSearchParams): AttentionKind =>
  attentionKinds.find((kind) => kind === params.get('kind')) ?? 'over_fair_use';

/** «1,000+» where there are more than are counted. */
export const countText = ({ count, more }: { count: number; more: boolean }): string =>
  `${formatNumber(count)}${more ? '+' : ''}`;

export const pathOfAct = (kind: AttentionKind, row: { account_id: string; site_id: string | null }): string =>
  row.site_id === null
    ? `/accounts/${row.account_id}${kind === 'held_payment' ? '' : '?dialog=plan'}`
    : `/sites/${row.site_id}`;
