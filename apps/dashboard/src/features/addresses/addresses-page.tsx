'use client';

import { Card } from '@goal/ui/page/card.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { Stack, Text } from '@mantine/core';

import { useAccount } from '../account/use-account.ts';
import { HiddenAddresses } from './hidden-addresses.tsx';
import { KeepingSites } from './keeping-sites.tsx';

/** Which sites keep the IP addresses of events, and who sees them (rulings §11.5). */
export function AddressesPage() {
  const { data: account } = useAccount();
  return (
    <>
      <PageTitle title="Addresses" />
      <Text size="sm" mb="md" maw="46rem">
        An event can hold the IP address from which its user came. A site that keeps no addresses drops them on arrival.
        Addresses that are stored already stay as long as their events.
      </Text>
      <Stack>
        <Card title="Who sees addresses">
          {account === undefined ? <SkeletonBox height="2rem" /> : <HiddenAddresses account={account} />}
        </Card>
        <Card title="Sites that keep addresses">
          <KeepingSites />
        </Card>
      </Stack>
    </>
  );
}
