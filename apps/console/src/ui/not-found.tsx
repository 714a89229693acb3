'use client';

import { Anchor } from '@mantine/core';
import Link from 'next/link';

import { EmptyState } from './empty-state.tsx';
import { PageTitle } from './page-title.tsx';

/** 404: `what` there is none of, and where to go from here. */
export function NotFound({ what }: { what: string }) {
  return (
    <>
      <PageTitle title="Not found" />
      <EmptyState title={`${what} does not exist, or not any more.`}>
        Look for it among the{' '}
        <Anchor component={Link} href="/accounts" underline="always">
          accounts
        </Anchor>
        .
      </EmptyState>
    </>
  );
}
