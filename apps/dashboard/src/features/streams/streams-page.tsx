'use client';

import { limits } from '@goal/contract';
import { Link } from '@goal/ui/page/link.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert, Badge, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { pathOfNewStream } from '../../lib/paths.ts';
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
        <StreamsTable accountId={accountId} query={list} />
      </Stack>
    </>
  );
}
