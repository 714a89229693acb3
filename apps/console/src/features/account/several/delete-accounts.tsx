import type { AccountSummary } from '@goal/contract';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';

import { DeleteSeveral } from '../../several/delete-several.tsx';
import type { SeveralProps } from '../../several/select-bar.tsx';
import type { Effect, SeveralRow } from '../../several/several-rows.tsx';
import { toldInRows } from '../../several/told-in-rows.ts';
import { useEffects } from '../../several/use-effects.ts';
import { contentsSentence, subscriptionSentence } from '../sentences.ts';

export function DeleteAccounts(props: SeveralProps<SeveralRow>) {
  const { accounts } = useTRPC().admin;
  const { effects, known, onBegin } = useEffects(props.rows, {
    ask: (id) => accounts.summary.queryOptions({ id }),
    describe: effectOfDeletion,
  });
  const events = known.reduce((sum, { kept }) => sum + kept.events, 0);
  const remove = useVerifiedMutation(accounts.delete.mutationOptions(), toldInRows);
  return (
    <DeleteSeveral
      {...props}
      noun="account"
      effects={effects}
      warning={`For good, with ${countOf(events, 'event')}. Their keys stop working at once, and their domains become free. The record of actions stays.`}
      remove={remove.mutateAsync}
      onBegin={onBegin}
    />
  );
}

function effectOfDeletion(summary: AccountSummary): Effect {
  const contents = `Removes ${contentsSentence(summary)}.`;
  const subscription = subscriptionSentence(summary);
  return { kind: 'loss', sentence: subscription === undefined ? contents : `${contents} ${subscription}` };
}
