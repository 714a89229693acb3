import type { ResellerPreview } from '@goal/contract';
import { choicesOf } from '@goal/ui/field/choices-of.ts';
import { SegmentedControl } from '@goal/ui/field/segmented-control.tsx';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useState } from 'react';

import type { SeveralProps } from '../../several/select-bar.tsx';
import { SeveralDialog } from '../../several/several-dialog.tsx';
import type { Effect, SeveralRow } from '../../several/several-rows.tsx';
import { toldInRows } from '../../several/told-in-rows.ts';
import { useEffects } from '../../several/use-effects.ts';

const options = choicesOf({ on: 'On', off: 'Off' });

export function SetResellers(props: SeveralProps<SeveralRow>) {
  const trpc = useTRPC();
  const [wanted, setWanted] = useState<'on' | 'off'>('on');
  const enabled = wanted === 'on';
  const { effects, onBegin } = useEffects(props.rows, {
    ask: (id) => trpc.admin.accounts.previewReseller.queryOptions({ id, enabled }),
    describe: effectOfFlag,
  });
  const set = useVerifiedMutation(trpc.admin.accounts.setReseller.mutationOptions(), toldInRows);
  return (
    <SeveralDialog
      {...props}
      title={`Reseller for ${countOf(props.rows.length, 'account')}`}
      noun="account"
      effects={effects}
      action={(count) => `Turn reseller ${wanted} for ${count}`}
      act={async (id, why) => {
        await set.mutateAsync({ id, enabled, reason: why });
        return enabled ? 'A reseller now.' : 'No longer a reseller.';
      }}
      onBegin={onBegin}
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
