'use client';

import type { ResellerPreview } from '@goal/contract';
import { SegmentedControl } from '@goal/ui/components/segmented-control.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import { SeveralDialog } from '../../several/several-dialog.tsx';
import type { Effect } from '../../several/several-rows.tsx';
import { effectsOf } from './effects-of.ts';
import type { SeveralAccountsProps } from './several-accounts.ts';
import { usePace } from './use-pace.ts';

const options = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;

/** Turns the reseller flag of several accounts on or off. */
export function SetResellers({ accounts, onEnd, onClose }: SeveralAccountsProps) {
  const trpc = useTRPC();
  const [wanted, setWanted] = useState<'on' | 'off'>('on');
  const [hasBegun, setBegun] = useState(false);
  const enabled = wanted === 'on';
  const pace = usePace();
  const previews = useQueries({
    queries: accounts.map(({ id }, at) =>
      trpc.admin.accounts.previewReseller.queryOptions(
        { id, enabled },
        { enabled: !hasBegun && pace.mayAsk(at), staleTime: 0 },
      ),
    ),
  });
  pace.note(previews);
  const set = useVerifiedMutation(trpc.admin.accounts.setReseller.mutationOptions(), {
    verify: async (client, { id }) => {
      const { email, is_reseller: on } = await client.admin.accounts.summary.query({ id });
      return { isDone: on === enabled, sentence: `Reseller is ${on ? 'on' : 'off'} for ${bidiIsolate(email)} now.` };
    },
  });
  return (
    <SeveralDialog
      title={`Reseller for ${countOf(accounts.length, 'account')}`}
      noun="account"
      rows={accounts}
      effects={effectsOf(accounts, previews, effectOfFlag)}
      action={(count) => `Turn reseller ${wanted} for ${count}`}
      act={async (id, why) => {
        await set.mutateAsync({ id, enabled, reason: why });
        return enabled ? 'A reseller now.' : 'No longer a reseller.';
      }}
      onBegin={() => setBegun(true)}
      onEnd={onEnd}
      onClose={onClose}
    >
      <SegmentedControl label="Reseller" options={options} value={wanted} onChange={setWanted} />
    </SeveralDialog>
  );
}

function effectOfFlag({ enabled, is_reseller: already, effects }: ResellerPreview): Effect {
  if (enabled === already) return { kind: 'nothing', sentence: enabled ? 'Is a reseller already.' : 'Is no reseller.' };
  const [first = '', ...more] = effects.map(({ sentence }) => sentence);
  return { kind: 'change', sentence: first, more };
}
