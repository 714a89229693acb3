'use client';

import type { PersonView } from '@goal/contract';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { Fault } from '@goal/ui/state/fault.tsx';
import { DataTable } from '@goal/ui/table/data-table.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { TextLink } from '@goal/ui/page/link.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';

import { newSiteDialog, pathOfAccount, pathOfSites } from '../../lib/paths.ts';
import { useWays } from '../../session/ways.tsx';
import { nameOfAccount } from '../account/name-of-account.ts';
import { roleWords } from '../account/role-words.ts';
import { freeWords } from '../sign-up/free-words.ts';
import classes from '../table.module.css';

export function Accounts() {
  const ways = useWays();
  const me = useQuery(useTRPC().me.get.queryOptions());
  return (
    <>
      <PageTitle title="Your accounts" />
      {me.data !== undefined && <OpenInvitations invitations={me.data.invitations} />}
      <DataTable
        label="Your accounts"
        query={me}
        rows={me.data?.memberships}
        skeletonRows={2}
        empty={
          <EmptyState title="You are a member of no account">
            Ask an owner or admin of an account for an invitation, and open its link here.
            {ways?.sign_up === true && <MakeAccount />}
          </EmptyState>
        }
        keyOf={(one) => one.account_id}
        columns={[
          {
            head: 'Account',
            isTitle: true,
            className: classes.text,
            cell: (one) => (
              <TextLink href={pathOfAccount(one.account_id)} dir="auto">
                {nameOfAccount({ name: one.account_name, email: one.account_email })}
              </TextLink>
            ),
          },
          { head: 'Your role', cell: ({ role }) => roleWords[role] },
          {
            head: 'You see',
            className: classes.text,
            cell: ({ group }) => (group === null ? 'the whole account' : <bdi>{group.name}</bdi>),
          },
        ]}
      />
    </>
  );
}

/** Makes a free account for somebody who is a member of none (rulings §10.47). */
function MakeAccount() {
  const router = useRouter();
  const ways = useWays();
  const open = (id: string): void => router.push(`${pathOfSites(id)}?dialog=${newSiteDialog}`);
  const make = useVerifiedMutation(
    useTRPC().me.makeAccount.mutationOptions({ onSuccess: ({ account_id: id }) => open(id) }),
    { done: 'The account is made.', told: false, onLost: ({ account_id: id = '' }) => open(id) },
  );
  return (
    <div>
      <Text size="sm" my="sm">
        Or make an account of your own: {freeWords(ways?.free ?? null)}
      </Text>
      <Button loading={make.isPending || make.isSuccess} onClick={() => make.mutate()}>
        Make a free account
      </Button>
      {make.error !== null && <Fault>{failureOf(make.error).sentence}</Fault>}
    </div>
  );
}

type Invitation = PersonView['invitations'][number];

function OpenInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <Stack mb="md">
      {invitations.map((one) => (
        <OpenInvitation key={one.id} invitation={one} />
      ))}
    </Stack>
  );
}

function OpenInvitation({ invitation }: { invitation: Invitation }) {
  const { id, role, group_name: group } = invitation;
  const name = nameOfAccount({ name: invitation.account_name, email: invitation.account_email });
  const join = useVerifiedMutation(useTRPC().me.join.mutationOptions(), {
    done: `You are a member of ${bidiIsolate(name)} now.`,
  });
  return (
    <Alert color="indigo">
      <Group justify="space-between" gap="xs">
        <span>
          You are invited to <bdi>{name}</bdi> as {roleWords[role].toLowerCase()}
          {group !== null && (
            <>
              {' '}
              of the group <bdi>{group}</bdi>
            </>
          )}
          .{join.error !== null && <span role="alert"> {failureOf(join.error).sentence}</span>}
        </span>
        <Button size="xs" loading={join.isPending} onClick={() => join.mutate({ id })}>
          Join
        </Button>
      </Group>
    </Alert>
  );
}
