'use client';

import type { OperatorStreamView } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { isStopped } from '@goal/ui/lib/stream-sentences.ts';
import { useTRPCClient } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';

import { WhyField } from '../why/why-field.tsx';

type Props = { stream: OperatorStreamView; onClose: () => void };

/** Pauses a stream until an operator resumes it, or resumes it. */
export function StopStream({ stream, onClose }: Props) {
  // Kept from when the dialog opened: the list is asked again meanwhile.
  const [{ id, name, isResume, isAfterRestore }] = useState(() => ({
    ...stream,
    isResume: isStopped(stream),
    isAfterRestore: stream.paused_by === 'restore',
  }));
  const { admin } = useTRPCClient();
  const [why, setWhy] = useState('');
  const change = useVerifiedMutation(
    {
      mutationFn: () => {
        const { pause, resume } = admin.streams;
        return (isResume ? resume : pause).mutate({ id, reason: why });
      },
    },
    { done: `${bidiIsolate(name)} ${isResume ? 'goes on' : 'is paused'}.`, onDone: onClose },
  );
  return (
    <FormDialog
      title={`${isResume ? 'Resume' : 'Pause'} ${bidiIsolate(name)}?`}
      action={isResume ? 'Resume' : 'Pause'}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        {isResume
          ? `It goes on ${isAfterRestore ? 'from now, because the original of the database may have sent the rest' : 'from where it stood'}.`
          : 'Nothing is lost: what arrives waits for as long as the tail reaches. The customer sees that it is paused, and only an operator resumes it.'}
      </Text>
      <WhyField value={why} onChange={setWhy} />
    </FormDialog>
  );
}
