import { Unloaded } from '@goal/ui/state/unloaded.tsx';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { PlanPreview } from '@goal/ui/page/plan-preview.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf, OutcomeUnknownError } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { planSentence } from '@goal/ui/lib/plan-sentence.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { LabelledTick } from '../../several/tick.tsx';
import { WhyField } from '../../why/why-field.tsx';
import classes from '../account.module.css';
import type { AccountDialogProps } from '../dialog-props.ts';
import { activationOffer, activationOutcome, planOutcome } from '../sentences.ts';

export function PlanDialog({ account, onClose }: AccountDialogProps) {
  const { id, plan: current } = account;
  const trpc = useTRPC();
  const [chosen, setChosen] = useState<string>();
  const plan = chosen ?? current;
  const preview = useQuery(
    trpc.admin.accounts.previewPlan.queryOptions({ id, plan }, { enabled: plan !== current, staleTime: 0, gcTime: 0 }),
  );
  const [isUndoing, setUndoing] = useState(false);
  const [why, setWhy] = useState('');
  const offer = preview.data === undefined ? undefined : activationOffer(preview.data);
  const undoes = isUndoing && offer !== undefined;
  const change = useChangePlan(account, undoes, onClose);
  const blocked =
    plan === current ? 'Choose another plan' : preview.data === undefined ? 'Loading what this will do …' : undefined;
  return (
    <FormDialog
      title={`Change the plan of ${bidiIsolate(account.email)}`}
      action={plan === current ? 'Change plan' : `Change plan to ${plan}${undoes ? ' and activate' : ''}`}
      color={(preview.data?.sites_to_pause ?? 0) > 0 ? 'red' : 'indigo'}
      isLong
      mutation={change}
      blocked={blocked}
      onSubmit={() => change.mutate({ id, plan, reason: why })}
      onClose={onClose}
    >
      <Plans current={current} chosen={plan} onChoose={setChosen} />
      <div aria-live="polite">
        {plan === current ? (
          <Text size="sm" c="dimmed">
            The current plan is {current}. Choose a plan to see what the change will do.
          </Text>
        ) : preview.data !== undefined ? (
          <PlanPreview preview={preview.data} />
        ) : (
          <Unloaded query={preview} height="7rem" />
        )}
      </div>
      {offer !== undefined && plan !== current && (
        <LabelledTick isOn={isUndoing} onChange={setUndoing}>
          {offer}
        </LabelledTick>
      )}
      <WhyField value={why} onChange={setWhy} />
    </FormDialog>
  );
}

/** Then activates what the last downgrade paused if `undoes` is set; that alone may fail. */
function useChangePlan(before: AccountDialogProps['account'], undoes: boolean, onDone: () => void) {
  const { accounts } = useTRPC().admin;
  const queryClient = useQueryClient();
  const activate = useVerifiedMutation(accounts.sites.activate.mutationOptions(), { done: '' });
  const { id, email } = before;
  return useVerifiedMutation(
    accounts.setPlan.mutationOptions({
      onSuccess: async () => {
        let undone = '';
        let fault = '';
        if (undoes)
          try {
            const activated = await activate.mutateAsync({ id, paused_by: 'last_downgrade' });
            undone = activated === undefined ? 'Its sites are active now.' : activationOutcome(activated);
          } catch (error) {
            const { sentence } = failureOf(error);
            fault = error instanceof OutcomeUnknownError ? sentence : `Its sites were not activated: ${sentence}`;
          }
        const summary = accounts.summary.queryOptions({ id }, { staleTime: 0, retry: false });
        const now = await queryClient.fetchQuery(summary).catch(() => undefined);
        const changed = now === undefined ? 'The plan was changed.' : planOutcome(before, now);
        if (fault === '') notify.success(`${changed} ${undone}`.trim());
        else notify.error(`${changed} ${fault}`);
      },
    }),
    {
      done: ({ plan }) =>
        `${bidiIsolate(email)} is on the ${plan} plan now.${undoes ? ' The sites were not activated.' : ''}`,
      told: false,
      onDone,
    },
  );
}

type PlansProps = { current: string; chosen: string; onChoose: (slug: string) => void };

function Plans({ current, chosen, onChoose }: PlansProps) {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery(trpc.admin.plans.list.queryOptions());
  if (data === undefined) return <Unloaded query={{ error, refetch }} height="16rem" />;
  return (
    <fieldset className={classes.plans}>
      <Text component="legend" size="sm" c="dimmed" mb="xs">
        Plan
      </Text>
      {data.plans.map((plan) => (
        <label key={plan.slug} className={classes.plan}>
          <input
            type="radio"
            name="plan"
            value={plan.slug}
            checked={plan.slug === chosen}
            onChange={() => onChoose(plan.slug)}
          />
          <Text span fw={600}>
            {plan.slug}
            {plan.slug === current && ' (now)'}
          </Text>
          <Text span size="sm" c="dimmed">
            {planSentence(plan)}
          </Text>
        </label>
      ))}
    </fieldset>
  );
}
