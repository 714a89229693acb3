'use client';

import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';

import { RecoveryCodes } from './recovery-codes.tsx';
import { verifyMe } from './verify-me.ts';

export function TurnOff({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useVerifiedMutation(
    useTRPC().me.totp.remove.mutationOptions({
      onSuccess: () => {
        notify.success('The second factor is off.');
        void queryClient.invalidateQueries();
        onClose();
      },
    }),
    {
      verify: verifyMe((me) => me.ways.totp_at === null, {
        done: 'The second factor is off.',
        not: 'The second factor is still on.',
      }),
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title="Turn the second factor off?"
      action="Turn off"
      color="red"
      isBusy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        Your password alone signs you in from then on, and your recovery codes are void. Accounts that require a second
        factor no longer open for you.
      </Text>
    </FormDialog>
  );
}

export function RenewCodes({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const renew = useVerifiedMutation(
    useTRPC().me.recoveryCodes.renew.mutationOptions({
      gcTime: 0,
      onSuccess: () => queryClient.invalidateQueries(),
    }),
    {
      verify: () =>
        Promise.resolve({
          isDone: false,
          sentence: 'The service may have made codes that nobody has seen. Make new ones again.',
        }),
    },
  );
  if (renew.data !== undefined) return <RecoveryCodes codes={renew.data.recovery_codes} onClose={onClose} />;
  return (
    <FormDialog
      title="New recovery codes?"
      action="Make new codes"
      isBusy={renew.isPending}
      error={renew.error}
      onSubmit={() => renew.mutate()}
      onClose={onClose}
    >
      <Text size="sm">Your current codes become void.</Text>
    </FormDialog>
  );
}
