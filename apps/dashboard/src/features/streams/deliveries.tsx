import type { DeliveryOutcome, DeliveryView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { type Column, DataTable } from '@goal/ui/table/data-table.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { Time } from '@goal/ui/text/time.tsx';
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
const first = 10;
/** All that the service keeps. */
const most = 200;

const columns: readonly Column<DeliveryView>[] = [
  { head: 'When', isTitle: true, cell: ({ at }) => <Time value={at} /> },
  {
    head: 'Outcome',
    cell: ({ outcome }) => (
      <Badge variant="light" color={outcomes[outcome].color} tt="none">
        {outcomes[outcome].word}
      </Badge>
    ),
  },
  { head: 'Events', cell: ({ events }) => formatNumber(events) },
  {
    head: 'Answer',
    className: tables.text,
    cell: ({ error, status, attempt }) => {
      const said = error ?? (status === null ? '' : `answered ${status}`);
      const parts = [said, attempt > 1 ? `attempt ${formatNumber(attempt)}` : ''].filter((part) => part !== '');
      return parts.length === 0 ? '–' : <bdi>{parts.join(', ')}</bdi>;
    },
  },
  { head: 'Took', cell: ({ took_ms: took }) => `${formatNumber(took)} ms` },
];

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
      <DataTable
        label="Last deliveries"
        query={list}
        rows={rows}
        skeletonRows={4}
        empty={
          <EmptyState title="Nothing was sent yet">
            {isBucket
              ? 'A file is written every few minutes while there are events.'
              : 'The next event that fits goes out at once.'}
          </EmptyState>
        }
        // Deliveries have no id: several may end in one millisecond.
        keyOf={({ at }, index) => `${at} ${(rows?.length ?? 0) - index}`}
        columns={columns}
      />
      {list.data !== undefined && list.data.next_cursor !== '' && limit < most && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setLimit(most)}>
          Show the last 200
        </Button>
      )}
    </Card>
  );
}
