import type { StreamView } from '@goal/contract';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { isStopped } from '@goal/ui/lib/stream-sentences.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';

import { pathOfStream } from '../../lib/paths.ts';
import { TestResult, useTest } from './test-result.tsx';

const ReplayDialog = lateDialog(() => import('./replay-dialog.tsx').then((module) => module.ReplayDialog));

export function StreamActions({ accountId, stream }: { accountId: string; stream: StreamView }) {
  const { id } = stream;
  const { streams } = useTRPC().dashboard;
  const [isReplaying, setReplaying] = useState(false);
  const test = useTest();
  const pause = useVerifiedMutation(streams.pause.mutationOptions(), {
    done: 'The stream is paused.',
    told: false,
  });
  const resume = useVerifiedMutation(streams.resume.mutationOptions(), {
    done: `The stream goes on ${stream.paused_by === 'restore' ? 'from now' : 'from where it stood'}.`,
  });
  const error = pause.error ?? resume.error;
  return (
    <>
      <Group gap="xs">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ id })}>
          Send a test
        </Button>
        {/* What the provider paused, only the provider resumes. */}
        {stream.paused_by === 'operator' ? null : isStopped(stream) ? (
          <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate({ id })}>
            Resume
          </Button>
        ) : (
          <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate({ id })}>
            Pause
          </Button>
        )}
        <Button variant="default" onClick={() => setReplaying(true)}>
          Send again …
        </Button>
        <Button component={Link} href={`${pathOfStream(accountId, id)}/edit`} variant="default">
          Change
        </Button>
      </Group>
      {error !== null && (
        <Alert color="red" role="alert">
          {failureOf(error).sentence}
        </Alert>
      )}
      <TestResult test={test} />
      {isReplaying && <ReplayDialog id={id} onClose={() => setReplaying(false)} />}
    </>
  );
}
