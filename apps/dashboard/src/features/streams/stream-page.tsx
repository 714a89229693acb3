'use client';

import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { hostOfSink, type StreamView, streamTroubles } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { NotFound } from '@goal/ui/page/not-found.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { placeOfStream } from '@goal/ui/lib/stream-sentences.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { pathOfEvents, pathOfStreams } from '../../lib/paths.ts';
import { DeleteStream } from './delete-stream.tsx';
import { Deliveries } from './deliveries.tsx';
import { SetAside } from './set-aside.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { StateLine } from './state-line.tsx';
import { StreamActions } from './stream-actions.tsx';
import { filtersOfStream, logQueryOf, wordsOfFilters } from './stream-filters.ts';
import { lookAgainMs } from './look-again.ts';

type Props = { accountId: string; id: string };

/** One stream: how it is, what it sends where, its last deliveries and what was set aside. */
export function StreamPage({ accountId, id }: Props) {
  const found = useQuery(useTRPC().dashboard.streams.get.queryOptions({ id }, { refetchInterval: lookAgainMs }));
  const { data: stream, error } = found;
  if (error !== null && failureOf(error).status === 404)
    return <NotFound what="This stream" list={{ name: 'streams', href: pathOfStreams(accountId) }} />;
  if (stream === undefined)
    return (
      <>
        <PageTitle title="Stream" />
        <Unloaded query={found} height="30rem" />
      </>
    );
  return (
    <>
      <PageTitle title={stream.name} />
      <Stack>
        <Text component="div" role="status">
          <StateLine stream={stream} />
        </Text>
        <StreamActions accountId={accountId} stream={stream} />
        <Facts accountId={accountId} stream={stream} />
        {stream.sink['type'] === 'webhook' && <SigningSecret id={id} />}
        {stream.set_aside > 0 && <SetAside stream={stream} accountId={accountId} />}
        <Deliveries id={id} isBucket={stream.sink['type'] === 's3'} />
        <DeleteStream stream={stream} accountId={accountId} />
      </Stack>
    </>
  );
}

function Facts({ accountId, stream }: { accountId: string; stream: StreamView }) {
  const filters = filtersOfStream(stream.filters);
  const { url, endpoint, bucket } = stream.sink;
  const address = [url, endpoint, bucket].find((one) => typeof one === 'string');
  return (
    <Card title="What it sends where">
      <FactList
        facts={[
          ['To', placeOfStream(String(stream.sink['type']), hostOfSink(stream.sink))],
          ...(address === undefined ? [] : [['Address', <bdi key="address">{String(address)}</bdi>] as const]),
          [
            'Sends',
            <>
              {wordsOfFilters(filters)}{' '}
              {stream.last_error === streamTroubles.filterGone ? (
                '(deleted)'
              ) : (
                <Anchor
                  component={Link}
                  href={`${pathOfEvents(accountId)}${logQueryOf(filters)}`}
                  underline="always"
                  inherit
                >
                  see in the log
                </Anchor>
              )}
            </>,
          ],
          ['Delivered', formatNumber(stream.delivered)],
          [
            'Last delivery',
            stream.last_delivery_at === null ? 'none yet' : <Time value={stream.last_delivery_at} as="ago" focusable />,
          ],
          ['Made', <Time key="made" value={stream.created_at} as="day" focusable />],
        ]}
      />
    </Card>
  );
}
