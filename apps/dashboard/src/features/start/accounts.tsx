'use client';

import { DataTable } from '@goal/ui/table/data-table.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { pathOfAccount } from '../../lib/paths.ts';
import { useWays } from '../../session/ways.tsx';
import { nameOfAccount } from '../account/name-of-account.ts';
import { roleWords } from '../account/role-words.ts';
import classes from '../table.module.css';
import { MakeAccount } from './make-account.tsx';
import { OpenInvitations } from './open-invitations.tsx';

/** The accounts of a person, and the invitations to their e-mail. */
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
              <Anchor component={Link} href={pathOfAccount(one.account_id)} underline="always" dir="auto">
                {nameOfAccount({ name: one.account_name, email: one.account_email })}
              </Anchor>
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
