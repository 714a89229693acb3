import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';

import { askedInVain, ChangeEmailDialog } from './change-email-dialog.tsx';

export function ChangeAccountEmail({ onClose }: { onClose: () => void }) {
  const { email } = useTRPC().dashboard.account;
  const ask = useVerifiedMutation(email.ask.mutationOptions(), askedInVain);
  const give = useVerifiedMutation(email.give.mutationOptions(), {
    done: 'The e-mail of the account is changed.',
    onDone: onClose,
  });
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
