'use client';

import { failureOf } from '@goal/ui/lib/errors.ts';
import { notify } from '@goal/ui/lib/notify.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

/** The name of the account, which people see in place of its e-mail. */
export function AccountName({ name }: { name: string | null }) {
  return (
    <AccountField
      field="name"
      label="Name"
      description="People see it in place of the e-mail. You can leave it empty."
      known={name ?? ''}
      done="The name is changed."
    />
  );
}

/** The e-mail of the account: where bills go. It is no login. */
export function AccountEmail({ email }: { email: string }) {
  return (
    <AccountField
      field="email"
      label="E-mail of the account"
      description="Bills and news about the account go there. Nobody signs in with it."
      known={email}
      done="The e-mail is changed."
    />
  );
}

type Props = { field: 'name' | 'email'; label: string; description: string; known: string; done: string };

function AccountField({ field, label, description, known, done }: Props) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(known);
  const update = useVerifiedMutation(
    useTRPC().dashboard.account.update.mutationOptions({
      onSuccess: () => {
        notify.success(done);
        void queryClient.invalidateQueries();
      },
    }),
    {
      verify: async (client) => {
        const now = (await client.dashboard.me.query())[field] ?? '';
        const isDone = now === text.trim();
        return { isDone, sentence: isDone ? done : 'Nothing has changed.' };
      },
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    update.mutate({ [field]: text });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="xs">
        <TextInput
          type={field === 'email' ? 'email' : 'text'}
          label={label}
          description={description}
          value={text}
          onChange={(event) => {
            update.reset();
            setText(event.currentTarget.value);
          }}
          error={update.error === null ? undefined : failureOf(update.error).sentence}
          errorProps={{ role: 'alert' }}
          autoComplete="off"
          dir="auto"
          style={{ flex: '1 1 14rem' }}
        />
        <Button
          type="submit"
          variant="default"
          loading={update.isPending}
          disabled={text.trim() === known}
          aria-label={`Save: ${label}`}
        >
          Save
        </Button>
      </Group>
    </form>
  );
}
