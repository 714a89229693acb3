'use client';

import type { MemberAccount } from '@goal/contract';
import { ConfirmByTyping } from '@goal/ui/dialog/confirm-by-typing.tsx';
import { DeleteCard } from '@goal/ui/dialog/delete-card.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { Card } from '@goal/ui/page/card.tsx';
import { TextLink } from '@goal/ui/page/link.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { keepNotice } from '../../lib/kept-notice.ts';
import { accountsList } from '../../lib/paths.ts';
import { AccountEmail, AccountName } from './account-fields.tsx';
import { AccountSwitch } from './account-switch.tsx';
import { nameOfAccount } from './name-of-account.ts';
import { useAccount } from './use-account.ts';

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

/** Whether the account requires a second factor or a passkey of its members (rulings §10.24). */
function RequiredFactor({ isRequired }: { isRequired: boolean }) {
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  return (
    <AccountSwitch
      field="second_factor"
      isOn={isRequired}
      action={isRequired ? 'No longer require it' : 'Require a second factor'}
      done={isRequired ? 'It is no longer required.' : 'It is required from now on.'}
    >
      {isRequired
        ? 'Members need a second factor, a passkey or single sign-on to open this account.'
        : 'Members may open this account with a password alone.'}
      {!isRequired && me?.ways.totp_at === null && (
        <>
          {' '}
          You can require more once you have a second factor yourself, or have signed in with a passkey or single
          sign-on: see{' '}
          <TextLink href="/me" size="sm">
            your own page
          </TextLink>
          .
        </>
      )}
    </AccountSwitch>
  );
}

function DeleteAccount({ account }: { account: Pick<MemberAccount, 'name' | 'email'> }) {
  const { email } = account;
  const leave = (): void => {
    keepNotice(`${bidiIsolate(nameOfAccount(account))} was deleted.`);
    // A full page load, so that nothing of the account stays in memory.
    window.location.replace(accountsList.href);
  };
  const remove = useVerifiedMutation(useTRPC().dashboard.account.delete.mutationOptions(), {
    done: '',
    onDone: leave,
    renews: false,
  });
  return (
    <DeleteCard
      action="Delete the account"
      about="This deletes its sites, keys, events and memberships for good."
      dialog={(onClose) => (
        <ConfirmByTyping
          title="Delete the account?"
          name={email}
          action="Delete the account"
          mutation={remove}
          onConfirm={() => remove.mutate({ email })}
          onClose={onClose}
        >
          <Text size="sm">
            This cannot be undone. All members lose the account, its keys stop working at once, and its events can no
            longer be read. End its subscription first.
          </Text>
        </ConfirmByTyping>
      )}
    />
  );
}
