import { hostOfSink, type StreamView } from '@goal/contract';
import { Link } from '@goal/ui/components/link.tsx';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import { StackedCell, StackedHead, StackedRow, StackedTable } from '@goal/ui/components/stacked-table.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { placeOfStream } from '@goal/ui/lib/stream-sentences.ts';
import { Anchor, Text } from '@mantine/core';

import { pathOfStream } from '../../lib/paths.ts';
import tables from '../table.module.css';
import { StateLine } from './state-line.tsx';
import { filtersOfStream, wordsOfFilters } from './stream-filters.ts';

type Props = {
  accountId: string;
  /** Undefined while they are loading. */
  streams: readonly StreamView[] | undefined;
};

const columns = ['Stream', 'State', 'Sends', 'Delivered', 'Set aside'];

/** One stream in each row, newest first. */
export function StreamsTable({ accountId, streams }: Props) {
  return (
    <StackedTable label="Streams" columns={columns} isBusy={streams === undefined}>
      {streams === undefined ? (
        <SkeletonRows rows={3} columns={columns.length} />
      ) : (
        streams.map((stream) => (
          <StackedRow key={stream.id}>
            <StackedHead className={tables.text}>
              <Anchor component={Link} href={pathOfStream(accountId, stream.id)} inherit>
                <bdi>{stream.name}</bdi>
              </Anchor>
              <Text size="sm" c="dimmed" fw={400} component="div">
                {placeOfStream(String(stream.sink['type']), hostOfSink(stream.sink))}
              </Text>
            </StackedHead>
            <StackedCell of="State" className={tables.text}>
              <StateLine stream={stream} />
            </StackedCell>
            <StackedCell of="Sends" className={tables.text}>
              {wordsOfFilters(filtersOfStream(stream.filters))}
            </StackedCell>
            <StackedCell of="Delivered">{formatNumber(stream.delivered)}</StackedCell>
            <StackedCell of="Set aside">{stream.set_aside === 0 ? '–' : formatNumber(stream.set_aside)}</StackedCell>
          </StackedRow>
        ))
      )}
    </StackedTable>
  );
}
