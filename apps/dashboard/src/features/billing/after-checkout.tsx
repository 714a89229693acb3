'use client';

import { useUrlState } from '@goal/ui/components/use-url-state.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** How often the page looks whether the payment has arrived, and for how long, in ms. */
const askEveryMs = 2000;
const askForMs = 60_000;

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
      refetchInterval: ({ state }) => (isOver || isPaid(state.data) ? false : askEveryMs),
    }),
  );
  const isDone = isPaid(data);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), askForMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    // The frame shows the plan too.
    if (isDone) void queryClient.invalidateQueries();
  }, [isDone, queryClient]);
  return (
    <Alert role="status" color={isDone ? 'teal' : 'yellow'} mb="md">
      {isDone
        ? `The subscription is ${data?.subscription?.status}. The account is on the ${data?.plan} plan.`
        : isOver
          ? 'The payment provider has not confirmed the payment yet. The plan changes as soon as it does: look again later.'
          : 'The payment provider has your payment. This page waits for its confirmation …'}
    </Alert>
  );
}

const isPaid = (billing: { subscription: object | null } | undefined): boolean =>
  billing !== undefined && billing.subscription !== null;
