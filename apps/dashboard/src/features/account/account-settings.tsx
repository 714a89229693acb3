'use client';

import { Card } from '@goal/ui/page/card.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { Stack } from '@mantine/core';

import { AccountEmail, AccountName } from './account-fields.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { RequiredFactor } from './required-factor.tsx';
import { useAccount } from './use-account.ts';

/** What owners settle for the whole account. */
export function AccountSettings() {
  const { data: account } = useAccount();
  return (
    <>
      <PageTitle title="Account" />
      {account === undefined ? (
        <SkeletonBox height="20rem" />
      ) : (
        <Stack maw="46rem">
          <Card title="Name and e-mail">
            <Stack>
              <AccountName name={account.name} />
              <AccountEmail email={account.email} />
            </Stack>
          </Card>
          <Card title="Second factor">
            <RequiredFactor isRequired={account.second_factor} />
          </Card>
          <DeleteAccount account={account} />
        </Stack>
      )}
    </>
  );
}
