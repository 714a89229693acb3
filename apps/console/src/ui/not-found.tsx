'use client';

import { Anchor } from '@mantine/core';
import Link from 'next/link';

import { EmptyState } from './empty-state.tsx';
import { PageTitle } from './page-title.tsx';

/** The page for a 404. `what` begins its sentence: «This site». */
export function NotFound({ what }: { what: string }) {
  return (
    <>
      <PageTitle title="Not found" />
      <EmptyState title={`${what} does not exist, or it was deleted.`}>
        Look for it in the list of{' '}
        <Anchor component={Link} href="/accounts" underline="always">
          accounts
        </Anchor>
        .
      </EmptyState>
    </>
  );
}
