'use client';

import { Card } from '@goal/ui/components/card.tsx';
import { FactList } from '@goal/ui/components/fact-list.tsx';
import { Link } from '@goal/ui/components/link.tsx';
import { PageTitle } from '@goal/ui/components/page-title.tsx';
import { SkeletonBox } from '@goal/ui/components/skeletons.tsx';
import { countOf, formatLimit, formatNumber } from '@goal/ui/lib/numbers.ts';
import { Anchor, Stack, Text } from '@mantine/core';

import { pathOfAccount } from '../../lib/paths.ts';
import { nameOfAccount } from './name-of-account.ts';
import { mayManage } from './rights.ts';
import { rightsOf, roleWords } from './role-words.ts';
import { useAccount } from './use-account.ts';

/** The first page of an account: what it has, and what the member may do in it. */
export function Overview() {
  const { data: account } = useAccount();
  if (account === undefined)
    return (
      <>
        <PageTitle title="Overview" />
        <SkeletonBox height="20rem" />
      </>
    );
  const { group, usage, limits, role } = account;
  return (
    <>
      <PageTitle title={group === null ? nameOfAccount(account) : group.name} />
      <Stack maw="40rem">
        <Card title="You here">
          <FactList
            facts={[
              ['Your role', `${roleWords[role]}: ${rightsOf(role, group !== null)}`],
              ['You see', group === null ? 'the whole account' : <bdi key="group">{`the group ${group.name}`}</bdi>],
            ]}
          />
        </Card>
        <Card title={group === null ? 'This account' : 'What is in it'}>
          <FactList
            facts={[
              ...(account.name === null || group !== null ? [] : [['E-mail', account.email] as const]),
              ...(group === null ? [['Plan', account.is_reseller ? 'reseller' : account.plan] as const] : []),
              ['Active sites', sites(usage.sites_active, group === null ? limits.sites : undefined)],
              ...(usage.sites_paused === 0 ? [] : [['Paused sites', formatNumber(usage.sites_paused)] as const]),
              ...(group === null ? [['Groups', formatNumber(usage.groups)] as const] : []),
              ['Events are kept', limits.retention_days < 0 ? 'without end' : countOf(limits.retention_days, 'day')],
            ]}
          />
        </Card>
        <Text size="sm">
          What happened on the sites is in the{' '}
          <Anchor component={Link} href={`${pathOfAccount(account.account_id)}/log`} underline="always">
            log
          </Anchor>
          .
        </Text>
        {mayManage(account) && (
          <Text size="sm">
            Programs read the events and manage the sites with an{' '}
            <Anchor component={Link} href={`${pathOfAccount(account.account_id)}/settings/keys`} underline="always">
              API key
            </Anchor>
            .
          </Text>
        )}
      </Stack>
    </>
  );
}

/**
 * «4 of 25», «4, unlimited», or the figure alone where the limit is the account's and not the
 * group's.
 */
function sites(active: number, limit: number | undefined): string {
  if (limit === undefined) return formatNumber(active);
  return limit < 0 ? `${formatNumber(active)}, unlimited` : `${formatNumber(active)} of ${formatLimit(limit)}`;
}
