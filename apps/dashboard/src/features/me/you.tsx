import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import type { PersonView } from '@goal/contract';
import { Card } from '@goal/ui/page/card.tsx';
import { lateDialog } from '@goal/ui/dialog/late-dialog.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { useWays } from '../../session/ways.tsx';
import { UnprovenNote } from './unproven-note.tsx';

const ChangeEmail = lateDialog(() => import('./change-email.tsx').then((module) => module.ChangeEmail));

export function You({ me }: { me: PersonView }) {
  const ways = useWays();
  const [isChanging, setChanging] = useState(false);
  return (
    <Card title="You">
      <Stack>
        <Rename name={me.name} />
        <Group justify="space-between" gap="xs">
          <div>
            <Text size="sm" fw={600}>
              E-mail
            </Text>
            <Text size="sm">{me.email}</Text>
          </div>
          {ways?.mail === true && (
            <Button variant="default" size="xs" onClick={() => setChanging(true)}>
              Change e-mail
            </Button>
          )}
        </Group>
        {me.email_proven_at === null && <UnprovenNote ways={ways} />}
      </Stack>
      {isChanging && <ChangeEmail onClose={() => setChanging(false)} />}
    </Card>
  );
}

function Rename({ name: known }: { name: string | null }) {
  const rename = useVerifiedMutation(useTRPC().me.rename.mutationOptions(), { done: 'Your name is changed.' });
  const form = useTextFields({ name: known ?? '' }, rename, () => 'name');
  const wanted = form.texts.name.trim() || null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    rename.mutate({ name: wanted });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Name"
          description="Your colleagues see it."
          {...form.field('name')}
          autoComplete="name"
          style={{ flex: '1 1 14rem' }}
        />
        <Button type="submit" variant="default" loading={rename.isPending} disabled={wanted === known}>
          Save the name
        </Button>
      </Group>
    </form>
  );
}
