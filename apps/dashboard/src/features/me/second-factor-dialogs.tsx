import { AskDialog } from '@goal/ui/dialog/ask-dialog.tsx';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';

import { RecoveryCodes } from './recovery-codes.tsx';

export function TurnOff({ onClose }: { onClose: () => void }) {
  return (
    <AskDialog
      title="Turn the second factor off?"
      action="Turn off"
      color="red"
      procedure={useTRPC().me.totp.remove.mutationOptions()}
      input={undefined}
      done="The second factor is off."
      onClose={onClose}
    >
      <Text size="sm">
        Your password alone signs you in from then on, and your recovery codes are void. Accounts that require a second
        factor no longer open for you.
      </Text>
    </AskDialog>
  );
}

export function RenewCodes({ onClose }: { onClose: () => void }) {
  const renew = useVerifiedMutation(useTRPC().me.recoveryCodes.renew.mutationOptions({ gcTime: 0 }), {
    lost: 'The service made codes that nobody has seen. Make new ones again.',
  });
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recovery_codes} onClose={onClose} />;
  return (
    <FormDialog
      title="New recovery codes?"
      action="Make new codes"
      mutation={renew}
      onSubmit={() => renew.mutate()}
      onClose={onClose}
    >
      <Text size="sm">Your current codes become void.</Text>
    </FormDialog>
  );
}
