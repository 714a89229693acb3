import type { OperatorStreamView } from '@goal/contract';
import { SkeletonRows } from '@goal/ui/components/skeletons.tsx';
import {
  actionsColumn,
  StackedActions,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedTable,
} from '@goal/ui/components/stacked-table.tsx';
import { StreamStateLine } from '@goal/ui/components/stream-state.tsx';
import { Time } from '@goal/ui/components/time.tsx';
import { WriteButton } from '@goal/ui/components/write-button.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { isStopped, placeOfStream } from '@goal/ui/lib/stream-sentences.ts';

import classes from './account.module.css';

type Props = {
  /** Undefined while they are loading. */
  streams: readonly OperatorStreamView[] | undefined;
  onChoose: (id: string) => void;
};

const columns = ['Stream', 'To', 'State', 'Delivered', 'Set aside', 'Last delivery', actionsColumn];

/** The streams of an account, newest first, with a button that pauses or resumes each. */
export function StreamsTable({ streams, onChoose }: Props) {
  return (
    <StackedTable label="Streams" columns={columns} isBusy={streams === undefined}>
      {streams === undefined ? (
        <SkeletonRows columns={columns.length} rows={2} />
      ) : (
        streams.map((stream) => <Row key={stream.id} stream={stream} onChoose={() => onChoose(stream.id)} />)
      )}
    </StackedTable>
  );
}

function Row({ stream, onChoose }: { stream: OperatorStreamView; onChoose: () => void }) {
  const { name, sink_type: type, host, delivered, set_aside: aside, last_delivery_at: last } = stream;
  const act = isStopped(stream) ? 'Resume' : 'Pause';
  return (
    <StackedRow>
      <StackedHead className={classes.name}>
        <bdi>{name}</bdi>
      </StackedHead>
      <StackedCell of="To" className={classes.name}>
        {placeOfStream(type, host)}
      </StackedCell>
      <StackedCell of="State" className={classes.name}>
        <StreamStateLine stream={stream} host={null} />
      </StackedCell>
      <StackedCell of="Delivered">{formatNumber(delivered)}</StackedCell>
      <StackedCell of="Set aside">{aside === 0 ? '–' : formatNumber(aside)}</StackedCell>
      <StackedCell of="Last delivery">{last === null ? 'none yet' : <Time value={last} as="ago" />}</StackedCell>
      <StackedActions>
        <WriteButton variant="subtle" size="compact-sm" aria-label={`${act} ${name}`} onClick={onChoose}>
          {act}
        </WriteButton>
      </StackedActions>
    </StackedRow>
  );
}
