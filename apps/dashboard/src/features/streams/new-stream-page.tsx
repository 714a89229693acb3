'use client';

import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button } from '@mantine/core';
import { useParams, useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';

import { pathOfStream, pathOfStreams } from '../../lib/paths.ts';
import { parseAddress } from '../filters/query/address.ts';
import { StreamForm } from './stream-form.tsx';
import { streamMade } from './stream-made.ts';

const FirstSecret = lateDialog(() => import('./first-secret.tsx').then((module) => module.FirstSecret));

/** Makes a stream; the address may hold filters, as that of the log does. */
export function NewStreamPage() {
  const { id: accountId } = useParams<{ id: string }>();
  const params = useSearchParams();
  const [filters] = useState(() => parseAddress(new URLSearchParams(params)).filters);
  const router = useRouter();
  const create = useVerifiedMutation(
    useTRPC().dashboard.streams.create.mutationOptions({
      gcTime: 0,
      onSuccess: ({ id, secret }) => {
        if (secret === null) router.push(pathOfStream(accountId, id));
      },
    }),
    { ...streamMade, onLost: () => router.push(pathOfStreams(accountId)) },
  );
  const made = create.data;
  return (
    <>
      <PageTitle
        title="New stream"
        actions={
          <Button component={Link} href={pathOfStreams(accountId)} variant="default">
            All streams
          </Button>
        }
      />
      <StreamForm
        filters={filters}
        action="Make the stream"
        backTo={pathOfStreams(accountId)}
        isBusy={create.isPending}
        error={create.error}
        onSubmit={(input) => create.mutate(input)}
      />
      {made !== undefined && made.secret !== null && (
        <FirstSecret secret={made.secret} onClose={() => router.push(pathOfStream(accountId, made.id))} />
      )}
    </>
  );
}
