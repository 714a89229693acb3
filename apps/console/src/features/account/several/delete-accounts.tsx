'use client';

import type { AccountSummary } from '@goal/contract';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { countOf } from '@goal/ui/lib/numbers.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { isGone, useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import { SeveralDialog } from '../../several/several-dialog.tsx';
import type { Effect } from '../../several/several-rows.tsx';
import { contentsSentence, subscriptionSentence } from '../sentences.ts';
import { effectsOf } from './effects-of.ts';
import type { SeveralAccountsProps } from './several-accounts.ts';
import { usePace } from './use-pace.ts';

/** Deletes several accounts with everything in them, once it is typed how many. */
export function DeleteAccounts({ accounts, onEnd, onClose }: SeveralAccountsProps) {
  const trpc = useTRPC();
  const [hasBegun, setBegun] = useState(false);
  const pace = usePace();
  const summaries = useQueries({
    queries: accounts.map(({ id }, at) =>
      trpc.admin.accounts.summary.queryOptions({ id }, { enabled: !hasBegun && pace.mayAsk(at), staleTime: 0 }),
    ),
  });
  pace.note(summaries);
  const events = summaries.reduce((sum, { data }) => sum + (data?.kept.events ?? 0), 0);
  const remove = useVerifiedMutation(trpc.admin.accounts.delete.mutationOptions(), {
    verify: async (client, { id }) => {
      const isDone = await isGone(client.admin.accounts.summary.query({ id }));
      const name = accounts.find((one) => one.id === id)?.name ?? id;
      return { isDone, sentence: `${bidiIsolate(name)} is ${isDone ? 'deleted' : 'still there'}.` };
    },
  });
  return (
    <SeveralDialog
      title={`Delete ${countOf(accounts.length, 'account')}`}
      noun="account"
      rows={accounts}
      effects={effectsOf(accounts, summaries, effectOfDeletion)}
      warning={`For good, with ${countOf(events, 'event')}. Their keys stop working at once, and their domains become free. The record of actions stays.`}
      action={(count) => `Delete ${count}`}
      color="red"
      isFinal
      act={async (id, why) => {
        await remove.mutateAsync({ id, confirm: true, reason: why });
        return 'Deleted.';
      }}
      onBegin={() => setBegun(true)}
      onEnd={onEnd}
      onClose={onClose}
    />
  );
}

function effectOfDeletion(summary: AccountSummary): Effect {
  const contents = `Removes ${contentsSentence(summary)}.`;
  const subscription = subscriptionSentence(summary);
  return { kind: 'loss', sentence: subscription === undefined ? contents : `${contents} ${subscription}` };
}
