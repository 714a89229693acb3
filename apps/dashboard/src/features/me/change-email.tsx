import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';

import { askedInVain, ChangeEmailDialog } from '../account/change-email-dialog.tsx';

export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { email } = useTRPC().me;
  const ask = useVerifiedMutation(email.ask.mutationOptions(), askedInVain);
  const give = useVerifiedMutation(email.give.mutationOptions(), {
    done: 'Your e-mail is changed.',
    onDone: onClose,
  });
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
