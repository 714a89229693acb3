import { hostOfSink, type StreamView } from '@goal/contract';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { placeOfStream } from '@goal/ui/lib/stream-sentences.ts';
import { Anchor, Text } from '@mantine/core';

import { pathOfEvents, pathOfStream } from '../../lib/paths.ts';
import tables from '../table.module.css';
import { StateLine } from './state-line.tsx';
import { filtersOfStream, wordsOfFilters } from './stream-filters.ts';

type Props = { accountId: string; query: Query<{ streams: readonly StreamView[] }> };

/** One stream in each row, newest first. */
export function StreamsTable({ accountId, query }: Props) {
  return (
    <DataTable
      label="Streams"
      query={query}
      rows={query.data?.streams}
      skeletonRows={3}
      empty={
        <EmptyState title="No streams yet">
          A stream sends events out as they arrive: to a program of yours, a SIEM, a bucket or a mailbox. Nothing is
          lost while the receiver is away. For an alert, choose filters in the{' '}
          <Anchor component={Link} href={pathOfEvents(accountId)} underline="always" inherit>
            log
          </Anchor>
          , then «Tell me».
        </EmptyState>
      }
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Stream',
          isTitle: true,
          className: tables.text,
          cell: ({ id, name, sink }) => (
            <>
              <Anchor component={Link} href={pathOfStream(accountId, id)} inherit>
                <bdi>{name}</bdi>
              </Anchor>
              <Text size="sm" c="dimmed" fw={400} component="div">
                {placeOfStream(String(sink['type']), hostOfSink(sink))}
              </Text>
            </>
          ),
        },
        { head: 'State', className: tables.text, cell: (stream) => <StateLine stream={stream} /> },
        {
          head: 'Sends',
          className: tables.text,
          cell: ({ filters }) => wordsOfFilters(filtersOfStream(filters)),
        },
        { head: 'Delivered', cell: ({ delivered }) => formatNumber(delivered) },
        { head: 'Set aside', cell: ({ set_aside: count }) => (count === 0 ? '–' : formatNumber(count)) },
      ]}
    />
  );
}
