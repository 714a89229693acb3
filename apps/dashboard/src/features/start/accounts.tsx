'use client';

import { EmptyState } from '@goal/ui/components/empty-state.tsx';
import { ErrorState } from '@goal/ui/components/error-state.tsx';
import { Link } from '@goal/ui/components/link.tsx';
import { PageTitle } from '@goal/ui/components/page-title.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { StackedCell, StackedHead, StackedRow, StackedTable } from '@goal/ui/components/stacked-table.tsx';
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

const columns = ['Account', 'Your role', 'You see'];

/** The accounts of a person, and the invitations to their e-mail. */
export function Accounts() {
  const ways = useWays();
  const me = useQuery(useTRPC().me.get.queryOptions());
  const memberships = me.data?.memberships;
  return (
    <>
      <PageTitle title="Your accounts" />
      {me.data !== undefined && <OpenInvitations invitations={me.data.invitations} />}
      {me.error !== null && memberships === undefined ? (
        <ErrorState error={me.error} onRetry={() => void me.refetch()} />
      ) : memberships?.length === 0 ? (
        <EmptyState title="You are a member of no account">
          Ask an owner or admin of an account for an invitation, and open its link here.
          {ways?.sign_up === true && <MakeAccount />}
        </EmptyState>
      ) : (
        <StackedTable label="Your accounts" columns={columns} isBusy={memberships === undefined}>
          {memberships === undefined ? (
            <SkeletonRows rows={2} columns={columns.length} />
          ) : (
            memberships.map((one) => (
              <StackedRow key={one.account_id}>
                <StackedHead className={classes.text}>
                  <Anchor component={Link} href={pathOfAccount(one.account_id)} underline="always" dir="auto">
                    {nameOfAccount({ name: one.account_name, email: one.account_email })}
                  </Anchor>
                </StackedHead>
                <StackedCell of="Your role">{roleWords[one.role]}</StackedCell>
                <StackedCell of="You see" className={classes.text}>
                  {one.group === null ? 'the whole account' : <bdi>{one.group.name}</bdi>}
                </StackedCell>
              </StackedRow>
            ))
          )}
        </StackedTable>
      )}
    </>
  );
}
