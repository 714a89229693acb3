import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import type { PasskeyView } from '@goal/contract';
import { AskDialog } from '@goal/ui/dialog/ask-dialog.tsx';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import { makePasskey, nameOfDevice, NoPasskeyError } from '../../lib/passkeys.ts';

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
      mutation={{ isPending: isAsking || finish.isPending, error: begin.error ?? finish.error }}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="It helps you to recognise the device later."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fault}
        autoComplete="off"
        dir="auto"
        data-autofocus
      />
    </FormDialog>
  );
}

type Props = { passkey: PasskeyView; onClose: () => void };

export function RenamePasskey({ passkey, onClose }: Props) {
  const rename = useVerifiedMutation(useTRPC().me.passkeys.rename.mutationOptions(), {
    done: 'The passkey is renamed.',
    onDone: onClose,
  });
  const form = useTextFields({ name: passkey.name }, rename, () => 'name');
  return (
    <FormDialog
      title="Rename the passkey"
      action="Rename"
      mutation={form.mutation}
      onSubmit={() => rename.mutate({ id: passkey.id, ...form.texts })}
      onClose={onClose}
    >
      <TextInput label="Name" {...form.field('name')} data-autofocus />
    </FormDialog>
  );
}

export function RemovePasskey({ passkey, onClose }: Props) {
  return (
    <AskDialog
      title="Remove the passkey?"
      action="Remove the passkey"
      color="red"
      procedure={useTRPC().me.passkeys.remove.mutationOptions()}
      input={{ id: passkey.id }}
      done="The passkey is removed."
      onClose={onClose}
    >
      <Text size="sm">
        <bdi>{passkey.name}</bdi> no longer signs you in. Delete it on the device as well, or the device keeps offering
        it.
      </Text>
    </AskDialog>
  );
}
