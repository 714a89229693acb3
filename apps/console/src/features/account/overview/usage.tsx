import type { AccountSummary } from '@goal/contract';
import { Meter } from '@goal/ui/page/meter.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { roomSentence } from '@goal/ui/lib/usage-sentences.ts';

import { fairUseMailSentence } from './fair-use-mail.ts';
import classes from '../account.module.css';

/** For a reseller, who has no limits, the plan's own figure is shown in small print. */
export function Usage({ account }: { account: AccountSummary }) {
  const { usage, limits, plan_limits: plan, is_reseller: free } = account;
  const beside = (used: number, limit: number, planned: number): string | undefined =>
    free ? `the ${account.plan} plan allows ${formatNumber(planned)}` : roomSentence(used, limit);
  return (
    <div className={classes.meters}>
      <Meter label="Active sites" used={usage.sites_active} limit={limits.sites} noun="site">
        <div>{beside(usage.sites_active, limits.sites, plan.sites)}</div>
        <div>
          {formatNumber(usage.sites_paused)} paused, {formatNumber(usage.sites_revoked)} revoked
        </div>
      </Meter>
      <Meter label="Account keys" used={usage.account_keys} limit={limits.account_keys} noun="key">
        {beside(usage.account_keys, limits.account_keys, plan.account_keys)}
      </Meter>
      <Meter
        label="Accepted this month (UTC)"
        used={usage.events_this_month}
        limit={limits.fair_use_events}
        noun="event"
      >
        {free
          ? `no fair-use e-mail; the ${account.plan} plan says ${formatNumber(plan.fair_use_events)}`
          : `${fairUseMailSentence(account.fair_use_mail)}; ${limits.hard_limit_events === undefined ? 'nothing is refused' : `from ${formatNumber(limits.hard_limit_events)} on new events are refused`}`}
      </Meter>
    </div>
  );
}
