import type { Billing, MemberAccount } from '@goal/contract';
import { Card } from '@goal/ui/components/card.tsx';
import { FactList } from '@goal/ui/components/fact-list.tsx';
import { Link } from '@goal/ui/components/link.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { pathOfChoice } from '../../lib/paths.ts';
import { isOwner } from '../account/rights.ts';
import { PortalButton } from './portal-button.tsx';

type Props = { billing: Billing; account: Pick<MemberAccount, 'account_id' | 'role' | 'group'> };

/** What binds the account now, what pays for it, and the sites that its plan has no place for. */
export function ThisAccount({ billing, account }: Props) {
  const { plan, is_reseller: isReseller, limits, subscription, portal, paused_sites: paused } = billing;
  return (
    <Card title="This account">
      <Stack gap="sm">
        {isReseller && <Text size="sm">The account is a reseller: the limits of its plan do not bind it.</Text>}
        <FactList
          facts={[
            ['Plan', plan],
            ['Active sites', atMost(limits.sites, 'site')],
            ['Keys of each site', atMost(limits.keys_per_site, 'key')],
            ['API keys', atMost(limits.account_keys, 'key')],
            ['Events are kept', limits.retention_days < 0 ? unlimited : countOf(limits.retention_days, 'day')],
            [
              'Fair use',
              limits.fair_use_events < 0 ? unlimited : `${formatNumber(limits.fair_use_events)} events a month`,
            ],
            ...(limits.hard_limit_events === undefined
              ? []
              : [['Accepted a month', atMost(limits.hard_limit_events, 'event')] as const]),
            ['Subscription', <Subscription key="subscription" subscription={subscription} />],
          ]}
        />
        {subscription !== null && subscription.living > 1 && (
          <Alert color="orange">
            {subscription.living} subscriptions pay for this account at the same time. End all but one in the portal, or
            ask your provider.
          </Alert>
        )}
        {portal && (
          <Group>
            <PortalButton isOwner={isOwner(account)} />
          </Group>
        )}
        {paused > 0 && !isReseller && (
          <Text size="sm">
            {paused === 1 ? '1 site is paused.' : `${countOf(paused, 'site')} are paused.`}{' '}
            <Anchor component={Link} href={pathOfChoice(account.account_id)} underline="always" inherit>
              Choose the active sites
            </Anchor>
          </Text>
        )}
      </Stack>
    </Card>
  );
}

const unlimited = 'unlimited';
const atMost = (limit: number, what: string): string => (limit < 0 ? unlimited : `at most ${countOf(limit, what)}`);

function Subscription({ subscription }: Pick<Billing, 'subscription'>): ReactNode {
  if (subscription === null) return 'none';
  const { status, ends_at: endsAt } = subscription;
  if (endsAt === null) return status;
  return (
    <>
      {status}, ends on <Time value={endsAt} />
    </>
  );
}
