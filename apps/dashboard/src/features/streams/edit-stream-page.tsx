'use client';

import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { NotFound } from '@goal/ui/page/not-found.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { isNotFound } from '@goal/ui/lib/is-not-found.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from 'next/navigation';

import { pathOfStream, pathOfStreams } from '../../lib/paths.ts';
import { StreamForm } from './stream-form.tsx';

/** Changes a stream. What waits is sent by the new settings at once. */
export function EditStreamPage() {
  const { id: accountId, stream: id } = useParams<{ id: string; stream: string }>();
  const { streams } = useTRPC().dashboard;
  const router = useRouter();
  const found = useQuery(streams.get.queryOptions({ id }));
  const update = useVerifiedMutation(streams.update.mutationOptions(), {
    done: 'The stream is changed.',
    onDone: () => router.push(pathOfStream(accountId, id)),
  });
  if (isNotFound(found.error))
    return <NotFound what="This stream" list={{ name: 'streams', href: pathOfStreams(accountId) }} />;
  return (
    <>
      <PageTitle title={found.data === undefined ? 'Change the stream' : `Change ${bidiIsolate(found.data.name)}`} />
      {found.data === undefined ? (
        <Unloaded query={found} height="30rem" />
      ) : (
        <StreamForm
          stream={found.data}
          action="Save"
          backTo={pathOfStream(accountId, id)}
          isBusy={update.isPending}
          error={update.error}
          onSubmit={({ name, sink, filters }) => update.mutate({ id, name, sink, filters })}
        />
      )}
    </>
  );
}
