import type { OperatorStreamView } from '@goal/contract';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { isStopped } from '@goal/ui/lib/stream-sentences.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';
import { useState } from 'react';

import { AskWhy } from '../../why/ask-why.tsx';

type Props = { stream: OperatorStreamView; onClose: () => void };

export function StopStream({ stream, onClose }: Props) {
  // Kept from when the dialog opened: the list is asked again meanwhile.
  const [{ id, name, isResume, isAfterRestore }] = useState(() => ({
    ...stream,
    isResume: isStopped(stream),
    isAfterRestore: stream.paused_by === 'restore',
  }));
  const { pause, resume } = useTRPC().admin.streams;
  return (
    <AskWhy
      title={`${isResume ? 'Resume' : 'Pause'} ${bidiIsolate(name)}?`}
      action={isResume ? 'Resume' : 'Pause'}
      procedure={isResume ? resume.mutationOptions() : pause.mutationOptions()}
      input={(reason) => ({ id, reason })}
      done={`${bidiIsolate(name)} ${isResume ? 'goes on' : 'is paused'}.`}
      onClose={onClose}
    >
      <Text size="sm">
        {isResume
          ? `It goes on ${isAfterRestore ? 'from now, because the original of the database may have sent the rest' : 'from where it stood'}.`
          : 'Nothing is lost: what arrives waits for as long as the tail reaches. The customer sees that it is paused, and only an operator resumes it.'}
      </Text>
    </AskWhy>
  );
}
