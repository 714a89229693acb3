'use client';

import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import type { ReactNode } from 'react';

import { mayManage } from '../account/rights.ts';
import { useAccount } from '../account/use-account.ts';

/** The pages of streams. Where the role does not open them, they ask the API for nothing. */
export function StreamsFrame({ children }: { children: ReactNode }) {
  const { data: account } = useAccount();
  if (account !== undefined && mayManage(account)) return children;
  return (
    <>
      <PageTitle title="Streams" />
      {account === undefined ? (
        <SkeletonBox height="20rem" />
      ) : (
        <EmptyState title="Your role does not open this page.">
          Owners and admins of the whole account see its streams.
        </EmptyState>
      )}
    </>
  );
}
