'use client';

import { ConfirmByTyping } from '@goal/ui/dialog/confirm-by-typing.tsx';
import { DeleteCard } from '@goal/ui/dialog/delete-card.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { ActLine } from '@goal/ui/page/act-line.tsx';
import { hostOfSink, streamTroubles, type StreamView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { FactList } from '@goal/ui/page/fact-list.tsx';
import { TextLink } from '@goal/ui/page/link.tsx';
import { isNotFound } from '@goal/ui/lib/is-not-found.ts';
import { NotThere } from '@goal/ui/page/not-there.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { Time } from '@goal/ui/text/time.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { placeOfStream } from '@goal/ui/lib/stream-sentences.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from 'next/navigation';
import { useState } from 'react';

import { pathOfEvents, pathOfStreams } from '../../lib/paths.ts';
import { Deliveries } from './deliveries.tsx';
import { SetAside } from './set-aside.tsx';
import { StateLine } from './state-line.tsx';
import { StreamActions } from './stream-actions.tsx';
import { filtersOfStream, logQueryOf, wordsOfFilters } from './stream-filters.ts';
import { lookAgainMs } from './look-again.ts';

export function StreamPage() {
  const { id: accountId, stream: id } = useParams<{ id: string; stream: string }>();
  const found = useQuery(useTRPC().dashboard.streams.get.queryOptions({ id }, { refetchInterval: lookAgainMs }));
  const { data: stream, error } = found;
  if (stream === undefined || isNotFound(error))
    return (
      <NotThere
        title="Stream"
        query={found}
        what="This stream"
        list={{ name: 'streams', href: pathOfStreams(accountId) }}
      />
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
                <TextLink href={`${pathOfEvents(accountId)}${logQueryOf(filters)}`} inherit>
                  see in the log
                </TextLink>
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

const RotateDialog = lateDialog(() => import('./rotate-dialog.tsx').then((module) => module.RotateDialog));

function SigningSecret({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Signing secret">
      <ActLine about="Your receiver checks with it that a delivery is from here. It was shown once, when the stream was made.">
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          New secret
        </Button>
      </ActLine>
      {isOpen && <RotateDialog id={id} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function DeleteStream({ stream: { id, name }, accountId }: { stream: StreamView; accountId: string }) {
  const router = useRouter();
  const remove = useVerifiedMutation(useTRPC().dashboard.streams.delete.mutationOptions(), {
    done: `${bidiIsolate(name)} is deleted.`,
    onDone: () => router.push(pathOfStreams(accountId)),
    gone: id,
  });
  return (
    <DeleteCard
      action="Delete the stream"
      about="Nothing is sent any more; a delivery on its way may still arrive. The events stay."
      dialog={(onClose) => (
        <ConfirmByTyping
          title={`Delete the stream ${bidiIsolate(name)}?`}
          name={name}
          action="Delete the stream"
          mutation={remove}
          onConfirm={() => remove.mutate({ id })}
          onClose={onClose}
        >
          <Text size="sm">Its place, its last deliveries, what was set aside and its secret go with it.</Text>
        </ConfirmByTyping>
      )}
    />
  );
}
