import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { StreamStateLine } from '@goal/ui/text/stream-state.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { isStopped, placeOfStream } from '@goal/ui/lib/stream-sentences.ts';
import { DataTable } from '@goal/ui/table/data-table.tsx';
import { RowButton } from '@goal/ui/table/row-button.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import classes from '../account.module.css';

const StopStream = lateDialog(() => import('./stop-stream.tsx').then((module) => module.StopStream));
const refetchIntervalMs = 15_000;

/** By host and state alone: paths and filters are the customer's (rulings §15.9). */
export function StreamsTab({ id }: { id: string }) {
  const list = useQuery(
    useTRPC().admin.accounts.streams.list.queryOptions({ id }, { refetchInterval: refetchIntervalMs }),
  );
  const [chosen, setChosen] = useState<string>();
  const stream = list.data?.streams.find((one) => one.id === chosen);
  return (
    <>
      <DataTable
        label="Streams"
        query={list}
        rows={list.data?.streams}
        skeletonRows={2}
        empty={
          <EmptyState title="No streams">
            The customer makes streams, which send events to a program, a SIEM, a bucket or a mailbox.
          </EmptyState>
        }
        keyOf={(one) => one.id}
        columns={[
          { head: 'Stream', isTitle: true, className: classes.name, cell: ({ name }) => <bdi>{name}</bdi> },
          { head: 'To', className: classes.name, cell: ({ sink_type: type, host }) => placeOfStream(type, host) },
          { head: 'State', className: classes.name, cell: (one) => <StreamStateLine stream={one} host={null} /> },
          { head: 'Delivered', cell: ({ delivered }) => formatNumber(delivered) },
          { head: 'Set aside', cell: ({ set_aside: aside }) => (aside === 0 ? '–' : formatNumber(aside)) },
          {
            head: 'Last delivery',
            cell: ({ last_delivery_at: last }) => (last === null ? 'none yet' : <Time value={last} as="ago" />),
          },
        ]}
        actions={(one) => {
          const act = isStopped(one) ? 'Resume' : 'Pause';
          return (
            <RowButton label={`${act} ${one.name}`} onClick={() => setChosen(one.id)}>
              {act}
            </RowButton>
          );
        }}
      />
      {stream !== undefined && <StopStream stream={stream} onClose={() => setChosen(undefined)} />}
    </>
  );
}
