import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import { AskDialog } from '@goal/ui/dialog/ask-dialog.tsx';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { View } from './view.ts';

type Props = { view: View; onClose: () => void };

/** Renames a view, and shares it or ends that (rulings §10.34). */
export function ChangeViewDialog({ view, mayShare, onClose }: Props & { mayShare: boolean }) {
  const [shared, setShared] = useState(view.shared);
  const update = useVerifiedMutation(useTRPC().dashboard.views.update.mutationOptions(), {
    done: (saved) => `${bidiIsolate(saved.name ?? '')} is saved.`,
    onDone: onClose,
  });
  const form = useTextFields({ name: view.name }, update, ({ sentence }) =>
    /name/i.test(sentence) ? 'name' : undefined,
  );
  const name = form.texts.name.trim();
  return (
    <FormDialog
      title={`Change the view ${bidiIsolate(view.name)}`}
      action="Save"
      mutation={form.mutation}
      onSubmit={() => update.mutate({ id: view.id, name, ...(shared === view.shared ? {} : { shared }) })}
      onClose={onClose}
    >
      <TextInput label="Name" {...form.field('name')} data-autofocus />
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

export function DeleteViewDialog({ view, onClose }: Props) {
  const name = bidiIsolate(view.name);
  return (
    <AskDialog
      title={`Delete the view ${name}?`}
      action="Delete the view"
      color="red"
      procedure={useTRPC().dashboard.views.delete.mutationOptions()}
      input={{ id: view.id }}
      done={`${name} is deleted.`}
      onClose={onClose}
    >
      <Text size="sm">{view.shared ? 'Whoever sees it loses it.' : 'You alone see it.'} The events stay.</Text>
    </AskDialog>
  );
}
