import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { askForMs, waitingFor } from './waiting-for.ts';

/**
 * Where a checkout leads back to, `?paid=PLAN`: waits until the provider has told the service of
 * the subscription.
 */
export function AfterCheckout() {
  const [params] = useUrlState();
  const paid = params.get('paid');
  return paid === null ? null : <Waiting key={paid} />;
}

function Waiting() {
  const queryClient = useQueryClient();
  const [isOver, setOver] = useState(false);
  const { data } = useQuery(
    useTRPC().dashboard.billing.get.queryOptions(undefined, {
      staleTime: 0,
      refetchInterval: ({ state }) => waitingFor(state.data, isOver).askAgainMs,
    }),
  );
  const { isDone, sentence } = waitingFor(data, isOver);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), askForMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    // The frame shows the plan too.
    if (isDone) void queryClient.invalidateQueries();
  }, [isDone, queryClient]);
  return (
    <Alert role="status" color={(data?.subscription ?? null) === null ? 'yellow' : 'teal'} mb="md">
      {sentence}
    </Alert>
  );
}
