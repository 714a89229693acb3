'use client';

import type { AppRouter } from '@goal/client/trpc';
import { parseDecimal, planBounds, type PlanView } from '@goal/contract';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { TRPCClient } from '@trpc/client';
import { useState } from 'react';

import { failureOf } from '../../trpc/errors.ts';
import { useTRPC } from '../../trpc/trpc.ts';
import { type Truth, useAct } from '../../trpc/use-act.ts';
import { notify } from '../../ui/notify.ts';
import { useRetention } from '../retention/use-retention.ts';
import { ActDialog } from '../site/act-dialog.tsx';
import classes from './plans.module.css';
import { boundsSentence, isShorter, limitNames, outcomeOf, type LimitName, type Limits } from './sentences.ts';

const labels: Readonly<Record<LimitName, string>> = {
  sites: 'Active sites',
  retention_days: 'Days kept',
  fair_use_events: 'Fair-use events a month',
};

/** Other limits for a plan: what they mean is said as they are typed, before they are saved. */
export function LimitsDialog({ plan: now, onClose }: { plan: PlanView; onClose: () => void }) {
  // What the plan was when the question was asked: an answer that comes meanwhile must not move what is typed against it.
  const [plan] = useState(now);
  const [typed, setTyped] = useState(() => textsOf(plan));
  const [isTried, setTried] = useState(false);
  const grace = useRetention().data?.grace_days;
  const update = useUpdate(plan, onClose);
  const wanted = readAll(typed);
  const faulty = limitNames.filter((name) => wanted[name] === undefined);
  const changed = changesOf(plan, wanted);
  const outcome = outcomeOf(plan, changed, grace);
  const act = (): void => {
    setTried(true);
    if (faulty.length === 0 && outcome.length > 0) update.mutate({ slug: plan.slug, ...changed });
  };
  return (
    <ActDialog
      title={`Change the limits of ${plan.slug}`}
      action="Save limits"
      {...(isShorter(plan, changed) ? { color: 'red' } : {})}
      isBusy={update.isPending}
      error={update.error}
      blocked={faulty.length === 0 && outcome.length === 0 ? 'Change a limit first' : undefined}
      onAct={act}
      onClose={onClose}
    >
      {limitNames.map((name) => (
        <TextInput
          key={name}
          label={labels[name]}
          description={boundsSentence(name)}
          inputMode="numeric"
          autoComplete="off"
          value={typed[name]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped((all) => ({ ...all, [name]: value }));
            update.reset();
          }}
          error={isTried && faulty.includes(name) ? `A whole number. ${boundsSentence(name)}` : undefined}
          errorProps={{ role: 'alert' }}
          {...(name === 'sites' ? { 'data-autofocus': true } : {})}
        />
      ))}
      <div aria-live="polite">
        {outcome.length === 0 ? (
          <Text size="sm" c="dimmed">
            Type another figure to see what it will mean.
          </Text>
        ) : (
          <ul className={classes.outcome} aria-label="What it will mean">
            {outcome.map((sentence) => (
              <Text key={sentence} component="li" size="sm">
                {sentence}
              </Text>
            ))}
          </ul>
        )}
      </div>
    </ActDialog>
  );
}

const textsOf = (plan: PlanView): Record<LimitName, string> => ({
  sites: String(plan.sites),
  retention_days: String(plan.retention_days),
  fair_use_events: String(plan.fair_use_events),
});

/** The figures that were typed, without those that are none. */
const readAll = (typed: Record<LimitName, string>): Limits =>
  Object.fromEntries(
    limitNames.flatMap((name) => {
      const figure = parseDecimal(typed[name].trim());
      const { least, most } = planBounds[name];
      return figure !== undefined && figure >= least && figure <= most ? [[name, figure]] : [];
    }),
  );

/** Only these are sent: what another operator changed meanwhile stays. */
const changesOf = (plan: PlanView, wanted: Limits): Limits =>
  Object.fromEntries(Object.entries(wanted).filter(([name, figure]) => plan[name as LimitName] !== figure)); // the keys of Limits

/** Whether the plan has the limits that were sent, for a change whose answer was lost. */
async function truth(client: TRPCClient<AppRouter>, { slug, ...sent }: { slug: string } & Limits): Promise<Truth> {
  const now = (await client.admin.plans.list.query()).plans.find((plan) => plan.slug === slug);
  const isDone = now !== undefined && limitNames.every((name) => sent[name] === undefined || sent[name] === now[name]);
  return { isDone, sentence: `The limits of ${slug} are ${isDone ? '' : 'not '}as you asked.` };
}

function useUpdate(plan: PlanView, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  /** The plans as they are then; what else is shown follows. */
  const renew = async (): Promise<void> => {
    void queryClient.invalidateQueries(trpc.admin.pathFilter());
    await queryClient.fetchQuery(trpc.admin.plans.list.queryOptions()).catch(() => undefined);
  };
  const undo = useAct(
    trpc.admin.plans.update.mutationOptions({
      onSuccess: async () => {
        await renew();
        notify.success(`The limits of ${plan.slug} are as they were.`);
      },
      onError: (error) => notify.error(failureOf(error).sentence),
    }),
    { truth },
  );
  return useAct(
    trpc.admin.plans.update.mutationOptions({
      onSuccess: async (_answer, { slug, ...sent }) => {
        await renew();
        const former = Object.fromEntries(Object.keys(sent).map((name) => [name, plan[name as LimitName]])); // the keys of Limits
        notify.success(`The limits of ${slug} are changed.`, { undo: () => undo.mutate({ slug, ...former }) });
        onDone();
      },
    }),
    { truth, onDone },
  );
}
