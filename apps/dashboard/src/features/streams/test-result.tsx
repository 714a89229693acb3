import { failureOf } from '@goal/ui/lib/errors.ts';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Alert } from '@mantine/core';

export function useTest() {
  return useVerifiedMutation(useTRPC().dashboard.streams.test.mutationOptions(), {
    lost: 'Nobody knows whether the test arrived: send another.',
  });
}

type Test = {
  data: { ok: boolean; status: number | null; error: string | null; took_ms: number } | undefined;
  error: unknown;
  isPending: boolean;
};

export function TestResult({ test: { data, error, isPending } }: { test: Test }) {
  if (isPending) return null;
  if (error !== null)
    return (
      <Alert color="red" role="alert">
        {failureOf(error).sentence}
      </Alert>
    );
  if (data === undefined) return null;
  const after = `after ${formatNumber(data.took_ms)} ms`;
  // A yes with a remark: syslog answers nothing, and a collector may have rejected the event.
  if (data.ok && data.error !== null)
    return <Alert color="yellow" role="status">{`The test was sent, ${after}: ${data.error}.`}</Alert>;
  return data.ok ? (
    <Alert color="green" role="status">
      {`The test arrived: yes ${after}${data.status === null ? '' : `, with status ${data.status}`}. It was one made-up event with the id 0.`}
    </Alert>
  ) : (
    <Alert color="red" role="alert">
      {`The test did not arrive, ${after}: ${data.error ?? 'the receiver refused it'}.`}
    </Alert>
  );
}
