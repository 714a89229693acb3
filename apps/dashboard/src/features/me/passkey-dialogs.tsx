'use client';

import type { PasskeyView } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { makePasskey, nameOfDevice, NoPasskeyError } from '../../lib/passkeys.ts';
import { verifyMe } from './verify-me.ts';

/** Names a new passkey, and has the browser make it. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [name, setName] = useState(() => nameOfDevice());
  const [fault, setFault] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const begin = useVerifiedMutation(trpc.me.passkeys.begin.mutationOptions(), {
    verify: () => Promise.resolve({ isDone: false, sentence: 'Try again.' }),
  });
  const finish = useVerifiedMutation(
    trpc.me.passkeys.finish.mutationOptions({
      onSuccess: () => {
        notify.success('The passkey is added.');
        void queryClient.invalidateQueries();
        onClose();
      },
    }),
    {
      verify: verifyMe((me) => me.ways.passkeys.some((one) => one.name === name.trim()), {
        done: 'The passkey is added.',
        not: 'The passkey is not added.',
      }),
      onDone: onClose,
    },
  );
  const add = async (): Promise<void> => {
    setFault(undefined);
    setAsking(true);
    try {
      const { options, ceremony } = await begin.mutateAsync();
      finish.mutate({ ceremony, name, response: await makePasskey(options) });
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
  const queryClient = useQueryClient();
  const [name, setName] = useState(passkey.name);
  const rename = useVerifiedMutation(
    useTRPC().me.passkeys.rename.mutationOptions({
      onSuccess: () => {
        void queryClient.invalidateQueries();
        onClose();
      },
    }),
    {
      verify: verifyMe((me) => me.ways.passkeys.some((one) => one.id === passkey.id && one.name === name.trim()), {
        done: 'The passkey is renamed.',
        not: 'The passkey has its old name.',
      }),
      onDone: onClose,
    },
  );
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
  const queryClient = useQueryClient();
  const remove = useVerifiedMutation(
    useTRPC().me.passkeys.remove.mutationOptions({
      onSuccess: () => {
        notify.success('The passkey is removed.');
        void queryClient.invalidateQueries();
        onClose();
      },
    }),
    {
      verify: verifyMe((me) => me.ways.passkeys.every((one) => one.id !== passkey.id), {
        done: 'The passkey is removed.',
        not: 'You still have the passkey.',
      }),
      onDone: onClose,
    },
  );
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
