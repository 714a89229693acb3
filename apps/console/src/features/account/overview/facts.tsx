import type { AccountSummary } from '@goal/contract';
import { formatUtcDay } from '@goal/ui/text/time.tsx';
import { formatLimit, formatNumber } from '@goal/ui/lib/numbers.ts';
import { daysSentence } from '@goal/ui/lib/usage-sentences.ts';
import { Anchor, Text } from '@mantine/core';
import { Fragment } from 'react';

import classes from '../account.module.css';
import { apiSentence, purgeSentence, subscriptionLinks } from '../sentences.ts';

/** The rules of the account that no meter shows, and how many of its events are kept. */
export function Facts({ account }: { account: AccountSummary }) {
  const { limits, plan_limits: plan, usage, kept, is_reseller: free } = account;
  const planned = (sentence: string) =>
    free && (
      <Text span size="sm" c="dimmed">
        {' '}
        ({account.plan} plan: {sentence})
      </Text>
    );
  return (
    <dl className={classes.facts}>
      <dt>API</dt>
      <dd>{apiSentence(account)}</dd>
      <dt>Retention</dt>
      <dd>
        {daysSentence(limits.retention_days)}
        {planned(daysSentence(plan.retention_days))}
      </dd>
      <dt>Keys per site</dt>
      <dd>
        {formatLimit(limits.keys_per_site)}
        {planned(formatNumber(plan.keys_per_site))}
      </dd>
      <dt>Groups</dt>
      <dd>{formatNumber(usage.groups)}</dd>
      <dt>Events kept</dt>
      <dd>{formatNumber(kept.events)}</dd>
      <dt>Oldest event</dt>
      <dd>{kept.oldest_day === null ? 'none' : `${formatUtcDay(kept.oldest_day)} (UTC)`}</dd>
      <dt>Next purge</dt>
      <dd>{purgeSentence(account)}</dd>
      {subscriptionLinks(account).map(({ id, href }) => (
        <Fragment key={id}>
          <dt>Subscription</dt>
          <dd>
            <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm">
              {id} at Stripe
            </Anchor>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
