'use client';

import { limits } from '@goal/contract';
import { EmptyState } from '@goal/ui/components/empty-state.tsx';
import { ErrorState } from '@goal/ui/components/error-state.tsx';
import { Link } from '@goal/ui/components/link.tsx';
import { PageTitle } from '@goal/ui/components/page-title.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert, Anchor, Badge, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { pathOfEvents, pathOfNewStream } from '../../lib/paths.ts';
import { useAccount } from '../account/use-account.ts';
import { StreamsTable } from './streams-table.tsx';
import { lookAgainMs } from './look-again.ts';

/** What the service sends out by itself, and how each stream is (rulings §15.12). */
export function StreamsPage({ accountId }: { accountId: string }) {
  const { data: account } = useAccount();
  const list = useQuery(useTRPC().dashboard.streams.list.queryOptions(undefined, { refetchInterval: lookAgainMs }));
  const streams = list.data?.streams;
  const isFull = (streams?.length ?? 0) >= limits.streamsPerAccount;
  return (
    <>
      <PageTitle
        title="Streams"
        count={
          streams === undefined ? undefined : (
            <Badge variant="light" tt="none">
              {`${streams.length} of ${limits.streamsPerAccount}`}
            </Badge>
          )
        }
        actions={
          isFull ? (
            'Ten streams are the most: delete one before adding another.'
          ) : (
            <Button component={Link} href={pathOfNewStream(accountId)}>
              New stream
            </Button>
          )
        }
      />
      <Stack>
        {account?.api === false && (
          <Alert color="yellow" role="status">
            On the free plan streams send mail. A paid plan sends to programs, SIEMs and buckets as well.
          </Alert>
        )}
        {list.error !== null && streams === undefined ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : streams?.length === 0 ? (
          <EmptyState title="No streams yet">
            A stream sends events out as they arrive: to a program of yours, a SIEM, a bucket or a mailbox. Nothing is
            lost while the receiver is away. For an alert, choose filters in the{' '}
            <Anchor component={Link} href={pathOfEvents(accountId)} underline="always" inherit>
              log
            </Anchor>
            , then «Tell me».
          </EmptyState>
        ) : (
          <StreamsTable accountId={accountId} streams={streams} />
        )}
      </Stack>
    </>
  );
}
