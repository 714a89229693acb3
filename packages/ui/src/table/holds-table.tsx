import type { HoldView } from '@goal/contract';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { type Column, DataTable, type Query } from './data-table.tsx';
import { RowButton } from './row-button.tsx';
import { Time } from '../text/time.tsx';
import { WrappingText } from '../text/wrapping-text.tsx';

type Props<Hold> = {
  query: Query<{ holds: readonly Hold[] }>;
  empty: ReactNode;
  nameOf: (hold: Hold) => string;
  /** Undefined for somebody who may end none. */
  onEnd: ((id: string) => void) | undefined;
  mayEnd: (hold: Hold) => boolean;
};

const columns: readonly Column<HoldView>[] = [
  { head: 'Reason', cell: ({ reason }) => (reason === null ? '–' : <WrappingText value={reason} />) },
  { head: 'Set by', cell: ({ by }) => <WrappingText value={by} /> },
  { head: 'Set', cell: ({ created_at: at }) => <Time value={at} as="day" /> },
  { head: 'Ended', cell: ({ ended_at: at }) => (at === null ? 'runs' : <Time value={at} as="day" />) },
];

/** Legal holds, newest first. Ended ones stay, because somebody may ask why events are there. */
export function HoldsTable<Hold extends HoldView>({ query, empty, nameOf, onEnd, mayEnd }: Props<Hold>) {
  const end = (hold: Hold) =>
    hold.ended_at !== null || onEnd === undefined ? null : mayEnd(hold) ? (
      <RowButton label={`End the hold of ${nameOf(hold)}`} isRed onClick={() => onEnd(hold.id)}>
        End
      </RowButton>
    ) : (
      <Text size="sm" c="dimmed" component="span">
        the provider ends it
      </Text>
    );
  return (
    <DataTable
      label="Legal holds"
      query={query}
      rows={query.data?.holds}
      empty={empty}
      skeletonRows={2}
      keyOf={({ id }) => id}
      columns={[{ head: 'Covers', isTitle: true, cell: (hold) => <bdi>{nameOf(hold)}</bdi> }, ...columns]}
      actions={end}
    />
  );
}
