import type { PlanPreview } from '@goal/contract';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { planSentence } from '@goal/ui/lib/plan-sentence.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { SeveralProps } from '../../several/select-bar.tsx';
import { SeveralDialog } from '../../several/several-dialog.tsx';
import type { Effect, SeveralRow } from '../../several/several-rows.tsx';
import { toldInRows } from '../../several/told-in-rows.ts';
import { useEffects } from '../../several/use-effects.ts';

export function ChangePlans(props: SeveralProps<SeveralRow>) {
  const trpc = useTRPC();
  const [plan, setPlan] = useState('');
  const plans = useQuery(trpc.admin.plans.list.queryOptions(undefined, { staleTime: 300_000 }));
  const { effects, known, onBegin } = useEffects(props.rows, {
    ask: plan === '' ? undefined : (id) => trpc.admin.accounts.previewPlan.queryOptions({ id, plan }),
    describe: effectOfPlan,
  });
  const pausing = known.reduce((sum, { sites_to_pause: sites }) => sum + sites, 0);
  const change = useVerifiedMutation(trpc.admin.accounts.setPlan.mutationOptions(), toldInRows);
  return (
    <SeveralDialog
      {...props}
      title={`Change the plan of ${countOf(props.rows.length, 'account')}`}
      noun="account"
      effects={effects}
      warning={
        pausing === 0 ? undefined : `${countOf(pausing, 'site')} will be paused, the newest of each account first.`
      }
      action={(count) => (plan === '' ? 'Change plan' : `Change ${count} to ${plan}`)}
      color={pausing > 0 ? 'red' : 'indigo'}
      blocked={plan === '' ? 'Choose a plan' : undefined}
      act={async (id, why) => {
        await change.mutateAsync({ id, plan, reason: why });
        return `On the ${plan} plan now.`;
      }}
      onBegin={onBegin}
    >
      <NativeSelect
        label="New plan"
        value={plan}
        onChange={(event) => setPlan(event.currentTarget.value)}
        data={[
          { value: '', label: 'Choose a plan' },
          ...(plans.data?.plans ?? []).map((one) => ({ value: one.slug, label: `${one.slug}: ${planSentence(one)}` })),
        ]}
      />
    </SeveralDialog>
  );
}

function effectOfPlan({ from, to, sites_to_pause: pausing, sites, sentences }: PlanPreview): Effect {
  if (from === to) return { kind: 'nothing', sentence: `Is on the ${to} plan already.` };
  const [first = '', ...others] = sentences;
  const unnamed = pausing - sites.length;
  const names = `Paused: ${sites.map(({ domain }) => domain).join(', ')}${unnamed === 0 ? '' : ` and ${countOf(unnamed, 'other')}`}.`;
  const more = pausing > 0 ? [names, ...others] : others;
  return { kind: pausing > 0 ? 'loss' : 'change', sentence: `${from} → ${to}. ${first}`, more };
}
