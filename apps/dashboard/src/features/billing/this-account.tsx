import { type Billing, limits, type MemberAccount } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { TextLink } from '@goal/ui/page/link.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { Alert, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { pathOfChoice } from '../../lib/paths.ts';
import { isOwner } from '../account/rights.ts';
import { limitFacts } from './limit-facts.ts';
import { PortalButton } from './portal-button.tsx';

type Props = { billing: Billing; account: Pick<MemberAccount, 'account_id' | 'role' | 'group'> };

export function ThisAccount({ billing, account }: Props) {
  const { plan, is_reseller: isReseller, subscription, unpriced, portal } = billing;
  const { paused_sites: paused, chosen_today: chosen } = billing;
  return (
    <Card title="This account">
      <Stack gap="sm">
        {isReseller && <Text size="sm">The account is a reseller: the limits of its plan do not bind it.</Text>}
        <FactList
          facts={[
            ['Plan', plan],
            ...limitFacts(billing),
            ['Subscription', <Subscription key="subscription" subscription={subscription} />],
          ]}
        />
        {subscription !== null && subscription.living > 1 && (
          <Alert color="orange">
            {subscription.living} subscriptions pay for this account at the same time. End all but one in the portal, or
            ask your provider.
          </Alert>
        )}
        {unpriced > 0 && (
          <Alert color="orange">
            {countOf(unpriced, 'subscription is', 'subscriptions are')} paid, but no plan here has that price, so the
            account gets no plan for it. Ask your provider{portal && ', or end it in the portal'}.
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
            <TextLink href={pathOfChoice(account.account_id)} inherit>
              Choose the active sites
            </TextLink>
            {chosen > 0 && ` (chosen ${countOf(chosen, 'time')} today, of ${limits.choicesPerDay})`}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

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
