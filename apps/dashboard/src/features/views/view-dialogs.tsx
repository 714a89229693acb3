'use client';

import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { View } from './view.ts';

type Props = { view: View; onClose: () => void };

/** Renames a view, and shares it or ends that (rulings §10.34). */
export function ChangeViewDialog({ view, mayShare, onClose }: Props & { mayShare: boolean }) {
  const [name, setName] = useState(view.name);
  const [shared, setShared] = useState(view.shared);
  const update = useVerifiedMutation(useTRPC().dashboard.views.update.mutationOptions(), {
    done: `${bidiIsolate(name.trim())} is saved.`,
    onDone: onClose,
  });
  const sentence = update.error === null ? undefined : failureOf(update.error).sentence;
  const isOfName = sentence !== undefined && /name/i.test(sentence);
  return (
    <FormDialog
      title={`Change the view ${bidiIsolate(view.name)}`}
      action="Save"
      isBusy={update.isPending}
      error={isOfName ? undefined : update.error}
      onSubmit={() => update.mutate({ id: view.id, name: name.trim(), ...(shared === view.shared ? {} : { shared }) })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => {
          update.reset();
          setName(event.currentTarget.value);
        }}
        error={isOfName ? sentence : undefined}
        errorProps={{ role: 'alert' }}
        autoComplete="off"
        dir="auto"
        data-autofocus
      />
      {mayShare && (
        <Switch
          label="For all who read what it covers"
          description={
            view.shared
              ? 'Without the tick it becomes your own view.'
              : 'Members of one group see it if it is of theirs.'
          }
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}

/** Says who loses the view, then deletes it. */
export function DeleteViewDialog({ view, onClose }: Props) {
  const name = bidiIsolate(view.name);
  const remove = useVerifiedMutation(useTRPC().dashboard.views.delete.mutationOptions(), {
    done: `${name} is deleted.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Delete the view ${name}?`}
      action="Delete the view"
      color="red"
      isBusy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ id: view.id })}
      onClose={onClose}
    >
      <Text size="sm">{view.shared ? 'Whoever sees it loses it.' : 'You alone see it.'} The events stay.</Text>
    </FormDialog>
  );
}
