'use client';

import type { PlanPreview } from '@goal/contract';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { planSentence } from '@goal/ui/lib/plan-sentence.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { NativeSelect } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { SeveralDialog } from '../../several/several-dialog.tsx';
import type { Effect } from '../../several/several-rows.tsx';
import { effectsOf } from './effects-of.ts';
import type { SeveralAccountsProps } from './several-accounts.ts';
import { usePace } from './use-pace.ts';

/** Changes the plan of several accounts. Each row says what its account gains and loses. */
export function ChangePlans({ accounts, onEnd, onClose }: SeveralAccountsProps) {
  const trpc = useTRPC();
  const [plan, setPlan] = useState('');
  const [hasBegun, setBegun] = useState(false);
  const plans = useQuery(trpc.admin.plans.list.queryOptions(undefined, { staleTime: 300_000 }));
  const pace = usePace();
  const previews = useQueries({
    queries: accounts.map(({ id }, at) =>
      trpc.admin.accounts.previewPlan.queryOptions(
        { id, plan },
        { enabled: plan !== '' && !hasBegun && pace.mayAsk(at), staleTime: 0 },
      ),
    ),
  });
  pace.note(previews);
  const effects = effectsOf(accounts, plan === '' ? [] : previews, effectOfPlan);
  const pausing = previews.reduce((sum, { data }) => sum + (data?.sites_to_pause ?? 0), 0);
  const change = useVerifiedMutation(trpc.admin.accounts.setPlan.mutationOptions(), {
    verify: async (client, { id, plan: wanted }) => {
      const now = await client.admin.accounts.summary.query({ id });
      return { isDone: now.plan === wanted, sentence: `${bidiIsolate(now.email)} is on the ${now.plan} plan now.` };
    },
  });
  return (
    <SeveralDialog
      title={`Change the plan of ${countOf(accounts.length, 'account')}`}
      noun="account"
      rows={accounts}
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
      onBegin={() => setBegun(true)}
      onEnd={onEnd}
      onClose={onClose}
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
