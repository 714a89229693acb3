'use client';

import type { PersonView } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';

export function SetPassword({ me, onClose }: { me: PersonView; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const set = useVerifiedMutation(useTRPC().me.password.set.mutationOptions({ gcTime: 0 }), {
    done: 'The password is set. Your other sessions have ended.',
    onDone: onClose,
  });
  const fault = set.error === null ? undefined : failureOf(set.error);
  const isOfField = fault?.status === 400;
  return (
    <FormDialog
      title={me.ways.password_at === null ? 'Set a password' : 'Change the password'}
      action="Set the password"
      isBusy={set.isPending}
      error={isOfField ? undefined : set.error}
      onSubmit={() => set.mutate({ password })}
      onClose={onClose}
    >
      {/* For password managers: they save the password with this name. */}
      <input type="email" name="username" autoComplete="username" value={me.email} readOnly hidden />
      <PasswordInput
        label="New password"
        description="At least 12 characters. Three or four unrelated words work well. Your other sessions end."
        value={password}
        onChange={(event) => {
          set.reset();
          setPassword(event.currentTarget.value);
        }}
        error={isOfField ? fault.sentence : undefined}
        errorProps={{ role: 'alert' }}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        data-autofocus
      />
    </FormDialog>
  );
}

export function RemovePassword({ onClose }: { onClose: () => void }) {
  const remove = useVerifiedMutation(useTRPC().me.password.remove.mutationOptions(), {
    done: 'The password is removed.',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Remove the password?"
      action="Remove the password"
      color="red"
      isBusy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">After that you sign in by your other ways only. Your other sessions end.</Text>
    </FormDialog>
  );
}
