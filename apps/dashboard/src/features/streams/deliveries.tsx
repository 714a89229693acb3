'use client';

import type { DeliveryOutcome, DeliveryView } from '@goal/contract';
import { Card } from '@goal/ui/components/card.tsx';
import { EmptyState } from '@goal/ui/components/empty-state.tsx';
import { ErrorState } from '@goal/ui/components/error-state.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { StackedCell, StackedHead, StackedRow, StackedTable } from '@goal/ui/components/stacked-table.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import tables from '../table.module.css';
import { lookAgainMs } from './look-again.ts';

const outcomes: Readonly<Record<DeliveryOutcome, { word: string; color: string }>> = {
  delivered: { word: 'delivered', color: 'green' },
  refused: { word: 'refused', color: 'yellow' },
  failed: { word: 'failed', color: 'red' },
  set_aside: { word: 'set aside', color: 'yellow' },
};
const columns = ['When', 'Outcome', 'Events', 'Answer', 'Took'];
const first = 10;
/** All that the service keeps. */
const most = 200;

/** The last deliveries, newest first. */
export function Deliveries({ id, isBucket }: { id: string; isBucket: boolean }) {
  const [limit, setLimit] = useState(first);
  const list = useQuery(
    useTRPC().dashboard.streams.deliveries.queryOptions(
      { id, limit },
      { refetchInterval: lookAgainMs, placeholderData: (former) => former },
    ),
  );
  const rows = list.data?.deliveries;
  return (
    <Card title="Last deliveries">
      {list.error !== null && rows === undefined ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState title="Nothing was sent yet">
          {isBucket
            ? 'A file is written every few minutes while there are events.'
            : 'The next event that fits goes out at once.'}
        </EmptyState>
      ) : (
        <>
          <StackedTable label="Last deliveries" columns={columns} isBusy={rows === undefined}>
            {rows === undefined ? (
              <SkeletonRows rows={4} columns={columns.length} />
            ) : (
              // Deliveries have no id: several may end in one millisecond.
              rows.map((row, index) => <Row key={`${row.at} ${rows.length - index}`} row={row} />)
            )}
          </StackedTable>
          {list.data !== undefined && list.data.next_cursor !== '' && limit < most && (
            <Button variant="default" size="xs" mt="sm" onClick={() => setLimit(most)}>
              Show the last 200
            </Button>
          )}
        </>
      )}
    </Card>
  );
}

function Row({ row }: { row: DeliveryView }) {
  const { word, color } = outcomes[row.outcome];
  const answer = [row.error ?? (row.status === null ? '' : `answered ${row.status}`), attemptOf(row)].filter(
    (part) => part !== '',
  );
  return (
    <StackedRow>
      <StackedHead>
        <Time value={row.at} />
      </StackedHead>
      <StackedCell of="Outcome">
        <Badge variant="light" color={color} tt="none">
          {word}
        </Badge>
      </StackedCell>
      <StackedCell of="Events">{formatNumber(row.events)}</StackedCell>
      <StackedCell of="Answer" className={tables.text}>
        {answer.length === 0 ? '–' : <bdi>{answer.join(', ')}</bdi>}
      </StackedCell>
      <StackedCell of="Took">{`${formatNumber(row.took_ms)} ms`}</StackedCell>
    </StackedRow>
  );
}

const attemptOf = ({ attempt }: DeliveryView): string => (attempt > 1 ? `attempt ${formatNumber(attempt)}` : '');
