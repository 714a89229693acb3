'use client';

import type { PasskeyView } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import { makePasskey, nameOfDevice, NoPasskeyError } from '../../lib/passkeys.ts';

/** Names a new passkey, and has the browser make it. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const { passkeys } = useTRPC().me;
  const [name, setName] = useState(() => nameOfDevice());
  const [fault, setFault] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const begin = useVerifiedMutation(passkeys.begin.mutationOptions(), { lost: 'Try again.', renews: false });
  const finish = useVerifiedMutation(passkeys.finish.mutationOptions(), {
    done: 'The passkey is added.',
    onDone: onClose,
  });
  const add = async (): Promise<void> => {
    setFault(undefined);
    setAsking(true);
    try {
      const begun = await begin.mutateAsync();
      if (begun !== undefined)
        finish.mutate({ ceremony: begun.ceremony, name, response: await makePasskey(begun.options) });
    } catch (error) {
      if (error instanceof NoPasskeyError) setFault(error.message);
      // The mutation shows its own failure.
    }
    setAsking(false);
  };
  return (
    <FormDialog
      title="Add a passkey"
      action="Make the passkey"
      isBusy={isAsking || finish.isPending}
      error={begin.error ?? finish.error}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="It helps you to recognise the device later."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fault}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        dir="auto"
        data-autofocus
      />
    </FormDialog>
  );
}

type Props = { passkey: PasskeyView; onClose: () => void };

export function RenamePasskey({ passkey, onClose }: Props) {
  const [name, setName] = useState(passkey.name);
  const rename = useVerifiedMutation(useTRPC().me.passkeys.rename.mutationOptions(), {
    done: 'The passkey is renamed.',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Rename the passkey"
      action="Rename"
      isBusy={rename.isPending}
      onSubmit={() => rename.mutate({ id: passkey.id, name })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => {
          rename.reset();
          setName(event.currentTarget.value);
        }}
        error={rename.error === null ? undefined : failureOf(rename.error).sentence}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        dir="auto"
        data-autofocus
      />
    </FormDialog>
  );
}

export function RemovePasskey({ passkey, onClose }: Props) {
  const remove = useVerifiedMutation(useTRPC().me.passkeys.remove.mutationOptions(), {
    done: 'The passkey is removed.',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Remove the passkey?"
      action="Remove the passkey"
      color="red"
      isBusy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ id: passkey.id })}
      onClose={onClose}
    >
      <Text size="sm">
        <bdi>{passkey.name}</bdi> no longer signs you in. Delete it on the device as well, or the device keeps offering
        it.
      </Text>
    </FormDialog>
  );
}
