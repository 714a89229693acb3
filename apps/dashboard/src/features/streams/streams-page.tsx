'use client';

import { hostOfSink, limits, type StreamView } from '@goal/contract';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { placeOfStream } from '@goal/ui/lib/stream-sentences.ts';
import { Link, LoneLink, TextLink } from '@goal/ui/page/link.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { DataTable, type Query } from '@goal/ui/table/data-table.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert, Badge, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'next/navigation';

import { pathOfEvents, pathOfNewStream, pathOfStream } from '../../lib/paths.ts';
import { useAccount } from '../account/use-account.ts';
import { lookAgainMs } from './look-again.ts';
import { StateLine } from './state-line.tsx';
import { filtersOfStream, wordsOfFilters } from './stream-filters.ts';
import tables from '../table.module.css';

/** What the service sends out by itself, and how each stream is (rulings §15.12). */
export function StreamsPage() {
  const { id: accountId } = useParams<{ id: string }>();
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

type Props = { accountId: string; query: Query<{ streams: readonly StreamView[] }> };

function StreamsTable({ accountId, query }: Props) {
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
          <TextLink href={pathOfEvents(accountId)} inherit>
            log
          </TextLink>
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
              <LoneLink href={pathOfStream(accountId, id)} inherit>
                <bdi>{name}</bdi>
              </LoneLink>
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
