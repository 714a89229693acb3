import type { MemberAccount, Usage } from '@goal/contract';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { Meter } from '@goal/ui/page/meter.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { roomSentence } from '@goal/ui/lib/usage-sentences.ts';

import { formatMonth } from '../../lib/month-names.ts';
import { forecastSentence, limitSentence } from './sentences.ts';
import classes from './usage.module.css';

type Props = { usage: Usage; account: MemberAccount };

/** Events, sites and keys beside what binds; without a limit there is no bar (rulings §10.18). */
export function ThisMonth({ usage, account }: Props) {
  const { month, events, fair_use_events: fairUse, sites, keys, plan_limits: plan } = usage;
  const paused = sites.paused === 0 ? '' : `${formatNumber(sites.paused)} paused`;
  if (fairUse === null || sites.limit === null || keys === null || plan === null)
    return (
      <FactList
        facts={[
          [`Events in ${formatMonth(month)}`, `${formatNumber(events)} (UTC)`],
          ['Active sites', formatNumber(sites.active)],
          ...(paused === '' ? [] : [['Paused sites', formatNumber(sites.paused)] as const]),
        ]}
      />
    );
  const beside = (used: number, limit: number, planned: number): string | undefined =>
    limit < 0 ? `the ${account.plan} plan alone: ${formatNumber(planned)}` : roomSentence(used, limit);
  return (
    <div className={classes.meters}>
      <Meter
        label={`Events in ${formatMonth(month)} (UTC), beside fair use`}
        used={events}
        limit={fairUse}
        noun="event"
      >
        <div>{forecastSentence(usage)}</div>
        <div>{limitSentence(usage)}</div>
        {fairUse < 0 && <div>{`the ${account.plan} plan alone: ${countOf(plan.fair_use_events, 'event')}`}</div>}
      </Meter>
      <Meter label="Active sites" used={sites.active} limit={sites.limit} noun="site">
        <div>{beside(sites.active, sites.limit, plan.sites)}</div>
        <div>{paused}</div>
      </Meter>
      <Meter label="API keys" used={keys.account} limit={keys.limit} noun="key">
        {beside(keys.account, keys.limit, plan.account_keys)}
      </Meter>
    </div>
  );
}
