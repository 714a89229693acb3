import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import type { PersonView } from '@goal/contract';
import { AskDialog } from '@goal/ui/dialog/ask-dialog.tsx';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';

import { NewPasswordField, newPasswordRule } from '../../lib/password-field.tsx';

export function SetPassword({ me, onClose }: { me: PersonView; onClose: () => void }) {
  const set = useVerifiedMutation(useTRPC().me.password.set.mutationOptions({ gcTime: 0 }), {
    done: 'The password is set. Your other sessions have ended.',
    onDone: onClose,
  });
  const form = useTextFields({ password: '' }, set);
  return (
    <FormDialog
      title={me.ways.password_at === null ? 'Set a password' : 'Change the password'}
      action="Set the password"
      mutation={form.mutation}
      onSubmit={() => set.mutate(form.texts)}
      onClose={onClose}
    >
      <NewPasswordField
        email={me.email}
        label="New password"
        description={`${newPasswordRule} Your other sessions end.`}
        {...form.field('password')}
        data-autofocus
      />
    </FormDialog>
  );
}

export function RemovePassword({ onClose }: { onClose: () => void }) {
  return (
    <AskDialog
      title="Remove the password?"
      action="Remove the password"
      color="red"
      procedure={useTRPC().me.password.remove.mutationOptions()}
      input={undefined}
      done="The password is removed."
      onClose={onClose}
    >
      <Text size="sm">After that you sign in by your other ways only. Your other sessions end.</Text>
    </AskDialog>
  );
}
