'use client';

import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { useQueryClient } from '@tanstack/react-query';

import { ChangeEmailDialog } from '../account/change-email-dialog.tsx';
import { verifyMe } from './verify-me.ts';

/** Changes the e-mail that the person signs in with. */
export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const ask = useVerifiedMutation(trpc.me.email.ask.mutationOptions(), {
    verify: () => Promise.resolve({ isDone: false, sentence: 'Ask for the code again.' }),
  });
  const give = useVerifiedMutation(
    trpc.me.email.give.mutationOptions({
      onSuccess: () => {
        notify.success('Your e-mail is changed.');
        void queryClient.invalidateQueries();
        onClose();
      },
    }),
    {
      verify: verifyMe((me) => me.email === ask.variables?.email.trim().toLowerCase(), {
        done: 'Your e-mail is changed.',
        not: 'Your e-mail is as before.',
      }),
      onDone: onClose,
    },
  );
  return (
    <ChangeEmailDialog
      title="Change your e-mail"
      description="A code is sent there. You sign in with this e-mail afterwards."
      ask={ask}
      give={give}
      onClose={onClose}
    />
  );
}
