import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import { parseDecimal, planBounds, type PlanView } from '@goal/contract';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { notifyFailure } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useRetention } from '../retention/use-retention.ts';
import classes from './plans.module.css';
import { boundsSentence, isShorter, limitNames, outcomeOf, type LimitName, type Limits } from './sentences.ts';

const labels: Readonly<Record<LimitName, string>> = {
  sites: 'Active sites',
  retention_days: 'Days kept',
  fair_use_events: 'Fair-use events a month',
};

export function LimitsDialog({ plan: now, onClose }: { plan: PlanView; onClose: () => void }) {
  // The plan as it was when the dialog opened: a refetch meanwhile must not change what the input
  // is compared with.
  const [plan] = useState(now);
  const [isTried, setTried] = useState(false);
  const grace = useRetention().data?.grace_days;
  const update = useUpdate(plan, onClose);
  const form = useTextFields(textsOf(plan), update, () => undefined);
  const wanted = readAll(form.texts);
  const faulty = limitNames.filter((name) => wanted[name] === undefined);
  const changed = changesOf(plan, wanted);
  const outcome = outcomeOf(plan, changed, grace);
  const act = (): void => {
    setTried(true);
    if (faulty.length === 0 && outcome.length > 0) update.mutate({ slug: plan.slug, ...changed });
  };
  return (
    <FormDialog
      title={`Change the limits of ${plan.slug}`}
      action="Save limits"
      {...(isShorter(plan, changed) ? { color: 'red' } : {})}
      mutation={update}
      blocked={faulty.length === 0 && outcome.length === 0 ? 'Change a limit first' : undefined}
      onSubmit={act}
      onClose={onClose}
    >
      {limitNames.map((name) => (
        <TextInput
          key={name}
          label={labels[name]}
          description={boundsSentence(name)}
          inputMode="numeric"
          {...form.field(name)}
          error={isTried && faulty.includes(name) ? `A whole number. ${boundsSentence(name)}` : undefined}
          {...(name === 'sites' ? { 'data-autofocus': true } : {})}
        />
      ))}
      <div aria-live="polite">
        {outcome.length === 0 ? (
          <Text size="sm" c="dimmed">
            Change a figure to see what it will mean.
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
    </FormDialog>
  );
}

const textsOf = (plan: PlanView): Record<LimitName, string> => ({
  sites: String(plan.sites),
  retention_days: String(plan.retention_days),
  fair_use_events: String(plan.fair_use_events),
});

/** The figures that were typed, without invalid ones. */
const readAll = (typed: Record<LimitName, string>): Limits =>
  Object.fromEntries(
    limitNames.flatMap((name) => {
      const figure = parseDecimal(typed[name].trim());
      const { min, max } = planBounds[name];
      return figure !== undefined && figure >= min && figure <= max ? [[name, figure]] : [];
    }),
  );

/** Only what differs is sent, so that a change by another operator meanwhile stays. */
const changesOf = (plan: PlanView, wanted: Limits): Limits =>
  Object.fromEntries(Object.entries(wanted).filter(([name, figure]) => plan[name as LimitName] !== figure)); // the keys of Limits

function useUpdate(plan: PlanView, onDone: () => void) {
  const { update } = useTRPC().admin.plans;
  const undo = useVerifiedMutation(update.mutationOptions({ onError: notifyFailure }), {
    done: `The limits of ${plan.slug} are as they were.`,
  });
  return useVerifiedMutation(update.mutationOptions(), {
    done: `The limits of ${plan.slug} are changed.`,
    undo: ({ slug, ...sent }) => {
      const former = Object.fromEntries(Object.keys(sent).map((name) => [name, plan[name as LimitName]])); // the keys of Limits
      undo.mutate({ slug, ...former });
    },
    onDone,
  });
}
