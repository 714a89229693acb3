import { NewKeyForm } from '@goal/ui/dialog/new-key-form.tsx';
import { SecretDialog } from '@goal/ui/dialog/secret-dialog.tsx';
import { useFocusBack } from '@goal/ui/dialog/use-focus-back.ts';
import { lostKey } from '@goal/ui/lib/sentences.ts';
import { useApiAddress } from '@goal/ui/site/api-address.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Text } from '@mantine/core';

import classes from '../table.module.css';
import { readLine } from './lines-with-key.ts';

type Props = { onRevoke: (prefix: string) => void; onClose: () => void };

/** Makes an account key and shows it once. Only this dialog holds the key, until it closes. */
export function NewKeyDialog({ onRevoke, onClose }: Props) {
  useFocusBack();
  const api = useApiAddress();
  const create = useVerifiedMutation(useTRPC().dashboard.keys.create.mutationOptions({ gcTime: 0 }), {
    lost: lostKey,
  });
  if (create.data !== undefined)
    return (
      <SecretDialog title="New key" secret={create.data.key} onClose={onClose}>
        <Text size="sm">Try it:</Text>
        <pre className={classes.line}>{readLine(api, create.data.key)}</pre>
      </SecretDialog>
    );
  return (
    <NewKeyForm
      title="New key"
      action="Make the key"
      mutation={create}
      onSubmit={create.mutate}
      onRevoke={onRevoke}
      onClose={onClose}
    >
      <Text size="sm">A key opens the whole account to a program: its events, sites and groups. It is shown once.</Text>
    </NewKeyForm>
  );
}
