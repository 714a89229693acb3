'use client';

import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import type { MemberAccount, Usage } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { formatUtcDay, Time } from '@goal/ui/text/time.tsx';
import { daysSentence } from '@goal/ui/lib/usage-sentences.ts';
import { Stack } from '@mantine/core';

import { standingOf } from '../account/rights.ts';
import { roleSentence, roleWords } from '../account/role-words.ts';
import { useAccount } from '../account/use-account.ts';
import { MonthsTable } from './months-table.tsx';
import { purgeSentence } from './sentences.ts';
import { ThisMonth } from './this-month.tsx';
import { useUsage } from './use-usage.ts';

const { Part: Charts } = latePart(() => import('./charts.tsx').then((module) => module.Charts), {
  loading: <SkeletonBox height="40rem" />,
});

/**
 * What the account uses beside what binds it, how long events are kept, and what its sites send.
 */
export function UsagePage() {
  const { data: account } = useAccount();
  const { data: usage, error, refetch } = useUsage();
  return (
    <>
      <PageTitle title="Usage" />
      <Stack>
        {usage !== undefined && account !== undefined ? (
          <Figures usage={usage} account={account} />
        ) : (
          <Unloaded query={{ error, refetch }} height="40rem" />
        )}
        {account !== undefined && <Charts accountId={account.account_id} of={{}} />}
      </Stack>
    </>
  );
}

function Figures({ usage, account }: { usage: Usage; account: MemberAccount }) {
  const { group, role } = account;
  const { days, oldest_day: oldest, held } = usage.retention;
  return (
    <>
      <Card title="Now">
        <ThisMonth usage={usage} account={account} />
      </Card>
      {usage.months.length > 0 && (
        <Card title="Twelve months">
          <MonthsTable {...usage} />
        </Card>
      )}
      <Card title="Retention">
        <FactList
          facts={[
            ['Events are kept', daysSentence(days)],
            ['Oldest event', oldest === null ? 'none' : `${formatUtcDay(oldest)} (UTC)`],
            ['Next purge', purgeSentence(usage.retention)],
            ...(held === null
              ? []
              : [
                  [
                    'Held',
                    <span key="held">
                      since <Time value={held.since} focusable />, until the provider confirms that events may be
                      deleted
                    </span>,
                  ] as const,
                ]),
          ]}
        />
      </Card>
      <Card title="Your role">
        <FactList
          facts={[
            ...(group !== null || account.name === null
              ? []
              : [['Account', <bdi key="account">{account.name}</bdi>] as const]),
            ...(group === null ? [['E-mail of the account', account.email] as const] : []),
            ...(group === null ? [['Plan', account.is_reseller ? 'reseller' : account.plan] as const] : []),
            ['Your role', `${roleWords[role]}: ${roleSentence(standingOf(account))}`],
            ['You see', group === null ? 'the whole account' : <bdi key="group">{`the group ${group.name}`}</bdi>],
          ]}
        />
      </Card>
    </>
  );
}
