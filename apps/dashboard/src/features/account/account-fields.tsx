import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { useWays } from '../../session/ways.tsx';

const ChangeAccountEmail = lateDialog(() =>
  import('./change-account-email.tsx').then((module) => module.ChangeAccountEmail),
);

/** The e-mail of the account: where bills go. It is no login. */
export function AccountEmail({ email }: { email: string }) {
  const ways = useWays();
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <Group justify="space-between" gap="xs">
        <div>
          <Text size="sm" fw={600}>
            E-mail of the account
          </Text>
          <Text size="sm" dir="auto">
            {email}
          </Text>
          <Text size="xs" c="dimmed">
            Bills and news about the account go there. Nobody signs in with it.
            {ways?.mail === false && ' Your provider can change it.'}
          </Text>
        </div>
        {ways?.mail === true && (
          <Button variant="default" size="xs" onClick={() => setChanging(true)}>
            Change the e-mail
          </Button>
        )}
      </Group>
      {isChanging && <ChangeAccountEmail onClose={() => setChanging(false)} />}
    </>
  );
}

export function AccountName({ name: known }: { name: string | null }) {
  const update = useVerifiedMutation(useTRPC().dashboard.account.update.mutationOptions(), {
    done: 'The name is changed.',
  });
  const form = useTextFields({ name: known ?? '' }, update, () => 'name');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    update.mutate(form.texts);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Name"
          description="People see it in place of the e-mail. You can leave it empty."
          {...form.field('name')}
          style={{ flex: '1 1 14rem' }}
        />
        <Button
          type="submit"
          variant="default"
          loading={update.isPending}
          disabled={form.texts.name.trim() === (known ?? '')}
          aria-label="Save: Name"
        >
          Save
        </Button>
      </Group>
    </form>
  );
}
