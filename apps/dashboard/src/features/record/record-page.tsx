'use client';

import { Count } from '@goal/ui/components/count.tsx';
import { countedPage } from '@goal/ui/components/counted-page.ts';
import { EmptyState } from '@goal/ui/components/empty-state.tsx';
import { ErrorState } from '@goal/ui/components/error-state.tsx';
import { PageTitle } from '@goal/ui/components/page-title.tsx';
import { Pager, usePage } from '@goal/ui/components/pager.tsx';
import { useUrlState } from '@goal/ui/components/use-url-state.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { RecordFilters } from './record-filters.tsx';
import { RecordTable } from './record-table.tsx';

const pageSize = 50;
const names = { one: 'act', many: 'acts' };

/** Who did what in this account, newest first. The URL holds the filters and the page. */
export function RecordPage() {
  const [params, change] = useUrlState();
  const { cursor, page } = usePage();
  const actor = params.get('who') ?? '';
  const action = params.get('what') ?? '';
  const record = useQuery(
    useTRPC().dashboard.actions.list.queryOptions(
      {
        limit: pageSize,
        ...(cursor === '' ? {} : { cursor }),
        ...(actor === '' ? {} : { actor }),
        ...(action === '' ? {} : { action }),
      },
      { placeholderData: keepPreviousData },
    ),
  );
  const { data, error, isPlaceholderData } = record;
  return (
    <>
      <PageTitle title="Record" />
      <Text size="sm" mb="md">
        Who did what in this account. No member can change or delete an entry.
      </Text>
      <RecordFilters actor={actor} action={action} />
      <Count
        text={
          data === undefined
            ? ''
            : isPlaceholderData
              ? undefined
              : countedPage(names, { page, size: pageSize, shown: data.actions.length, more: data.next_cursor !== '' })
        }
        query={JSON.stringify([actor, action, cursor])}
        mb="xs"
      />
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void record.refetch()} />
      ) : data?.actions.length === 0 ? (
        <EmptyState title="Nothing is recorded for this choice">
          <Button variant="default" size="xs" onClick={() => change({ who: '', what: '', cursor: '', page: '' })}>
            Show everything
          </Button>
        </EmptyState>
      ) : (
        <RecordTable rows={data?.actions} isOld={isPlaceholderData} />
      )}
      <Pager what="acts" next={data?.next_cursor} isOld={isPlaceholderData} />
    </>
  );
}
