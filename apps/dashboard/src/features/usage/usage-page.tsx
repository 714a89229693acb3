'use client';

import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { Meter } from '@goal/ui/page/meter.tsx';
import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import type { MemberAccount, Usage } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { TableRegion } from '@goal/ui/table/table-region.tsx';
import { formatUtcDay, Time } from '@goal/ui/text/time.tsx';
import { daysSentence, roomSentence } from '@goal/ui/lib/usage-sentences.ts';
import { Stack } from '@mantine/core';

import { formatMonth, formatShortMonth } from '../../lib/month-names.ts';
import { standingOf } from '../account/rights.ts';
import { roleSentence, roleWords } from '../account/role-words.ts';
import { useAccount } from '../account/use-account.ts';
import { forecastSentence, formatBytes, limitSentence, purgeSentence } from './sentences.ts';
import { useUsage } from './use-usage.ts';
import classes from './usage.module.css';

const { Part: Charts } = latePart(() => import('./charts.tsx').then((module) => module.Charts), {
  loading: <SkeletonBox height="40rem" />,
});

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

type Props = Pick<Usage, 'months' | 'fair_use_events'>;

function MonthsTable({ months, fair_use_events: fairUse }: Props) {
  const most = Math.max(1, ...months.map(({ events }) => events));
  const isOver = (events: number): boolean => fairUse !== null && fairUse >= 0 && events > fairUse;
  return (
    <TableRegion label="Twelve months, table">
      <table>
        <thead>
          <tr>
            <th scope="col">Month (UTC)</th>
            <th scope="col" data-figure>
              Events
            </th>
            {/* The bars say again what the figures say. */}
            <td className={classes.bar} aria-hidden />
            <th scope="col" data-figure>
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, events, bytes }) => (
            <tr key={month}>
              <th scope="row" className={classes.month}>
                {formatShortMonth(month)}
              </th>
              <td data-figure>{formatNumber(events)}</td>
              <td className={classes.bar} aria-hidden>
                {events > 0 && (
                  <i style={{ width: `${(events / most) * 100}%` }} data-over={isOver(events) || undefined} />
                )}
              </td>
              <td data-figure>{formatBytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

type ThisMonthProps = { usage: Usage; account: MemberAccount };

/** Events, sites and keys beside what binds; without a limit there is no bar (rulings §10.18). */
function ThisMonth({ usage, account }: ThisMonthProps) {
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
