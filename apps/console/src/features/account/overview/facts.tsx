import type { AccountSummary } from '@goal/contract';
import { formatUtcDay } from '@goal/ui/text/time.tsx';
import { formatLimit, formatNumber } from '@goal/ui/lib/numbers.ts';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { daysSentence } from '@goal/ui/lib/usage-sentences.ts';
import { Anchor, Text } from '@mantine/core';
import { Fragment } from 'react';

import { apiSentence, purgeSentence, subscriptionLinks } from '../sentences.ts';

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
    <FactList
      facts={[
        ['API', apiSentence(account)],
        [
          'Retention',
          <Fragment key="retention">
            {daysSentence(limits.retention_days)}
            {planned(daysSentence(plan.retention_days))}
          </Fragment>,
        ],
        [
          'Keys per site',
          <Fragment key="keys">
            {formatLimit(limits.keys_per_site)}
            {planned(formatNumber(plan.keys_per_site))}
          </Fragment>,
        ],
        ['Groups', formatNumber(usage.groups)],
        ['Events kept', formatNumber(kept.events)],
        ['Oldest event', kept.oldest_day === null ? 'none' : `${formatUtcDay(kept.oldest_day)} (UTC)`],
        ['Next purge', purgeSentence(account)],
        ...subscriptionLinks(account).map(
          ({ id, href }) =>
            [
              'Subscription',
              <Anchor key={id} href={href} target="_blank" rel="noopener noreferrer" size="sm">
                {id} at Stripe
              </Anchor>,
            ] as const,
        ),
      ]}
    />
  );
}
