'use client';

import { EmptyState } from '@goal/ui/components/empty-state.tsx';
import { ErrorState } from '@goal/ui/components/error-state.tsx';
import { lateDialog } from '@goal/ui/components/late-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { StreamsTable } from './streams-table.tsx';

const StopStream = lateDialog(() => import('./stop-stream.tsx').then((module) => module.StopStream));
const refetchIntervalMs = 15_000;

/**
 * What the service sends out for the account, by host and state (rulings §15.9): neither paths nor
 * filters, which are the customer's.
 */
export function StreamsTab({ id }: { id: string }) {
  const list = useQuery(
    useTRPC().admin.accounts.streams.list.queryOptions({ id }, { refetchInterval: refetchIntervalMs }),
  );
  const [chosen, setChosen] = useState<string>();
  const streams = list.data?.streams;
  const stream = streams?.find((one) => one.id === chosen);
  if (list.error !== null && streams === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (streams?.length === 0)
    return (
      <EmptyState title="No streams">
        The customer makes streams, which send events to a program, a SIEM, a bucket or a mailbox.
      </EmptyState>
    );
  return (
    <>
      <StreamsTable streams={streams} onChoose={setChosen} />
      {stream !== undefined && <StopStream stream={stream} onClose={() => setChosen(undefined)} />}
    </>
  );
}
