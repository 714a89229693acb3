'use client';

import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useQueryClient } from '@tanstack/react-query';

import { ChangeEmailDialog } from './change-email-dialog.tsx';

const done = 'The e-mail of the account is changed.';

/** Changes the e-mail that the account's bills and news go to. */
export function ChangeAccountEmail({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const ask = useVerifiedMutation(trpc.dashboard.account.email.ask.mutationOptions(), {
    verify: () => Promise.resolve({ isDone: false, sentence: 'Ask for the code again.' }),
  });
  const give = useVerifiedMutation(
    trpc.dashboard.account.email.give.mutationOptions({
      onSuccess: () => {
        notify.success(done);
        void queryClient.invalidateQueries();
        onClose();
      },
    }),
    {
      verify: async (client) => {
        const { email } = await client.dashboard.me.query();
        const isDone = email === ask.variables?.email.trim().toLowerCase();
        return { isDone, sentence: isDone ? done : 'The e-mail of the account is as before.' };
      },
      onDone: onClose,
    },
  );
  return (
    <ChangeEmailDialog
      title="Change the e-mail of the account"
      description="A code is sent there. Bills and news about the account go there afterwards."
      ask={ask}
      give={give}
      onClose={onClose}
    />
  );
}
