'use client';

import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { Card } from '@goal/ui/page/card.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { useUrlState } from '@goal/ui/field/use-url-state.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Alert, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useAccount } from '../account/use-account.ts';
import { Contact, NotSold } from './contact.tsx';
import { PlansList } from './plans-list.tsx';
import { ThisAccount } from './this-account.tsx';
import { askForMs, waitingFor } from './waiting-for.ts';

const PlanDialog = lateDialog(() => import('./plan-dialog.tsx').then((module) => module.PlanDialog));

/** What the account may do and pays for, and the plans that it could have (rulings §10.36). */
export function BillingPage() {
  const { data: account } = useAccount();
  const { data: billing, error, refetch } = useQuery(useTRPC().dashboard.billing.get.queryOptions());
  // In the address, so that the dialog is there again when single sign-on has confirmed who it is.
  const [params, change] = useUrlState();
  if (billing === undefined || account === undefined)
    return (
      <>
        <PageTitle title="Billing" />
        <Unloaded query={{ error, refetch }} height="24rem" />
      </>
    );
  const plan = billing.plans.find(({ slug }) => slug === params.get('plan'));
  return (
    <>
      <PageTitle title="Billing" />
      <AfterCheckout />
      <Stack>
        <ThisAccount billing={billing} account={account} />
        <Card title="Plans">
          <PlansList billing={billing} onChoose={(slug) => change({ plan: slug })} />
          {billing.checkout ? <Contact contact={billing.contact} /> : <NotSold contact={billing.contact} />}
        </Card>
      </Stack>
      {plan !== undefined && (
        <PlanDialog
          plan={plan}
          billing={billing}
          account={account}
          onClose={() => change({ plan: undefined }, 'replace')}
        />
      )}
    </>
  );
}

/** Waits, behind `?paid=PLAN`, until the provider has told the service of the subscription. */
function AfterCheckout() {
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
