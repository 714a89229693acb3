import { useTextFields } from '@goal/ui/field/use-text-fields.ts';
import type { MemberGroup } from '@goal/contract';
import { FormDialog } from '@goal/ui/dialog/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';

import { pathOfGroup } from '../../lib/paths.ts';

export function NewGroupDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const router = useRouter();
  const open = (id: string): void => router.push(pathOfGroup(accountId, id));
  const create = useVerifiedMutation(
    useTRPC().dashboard.groups.create.mutationOptions({ onSuccess: ({ id }) => open(id) }),
    { done: 'The group is made.', told: false, onLost: ({ group_id: id = '' }) => open(id) },
  );
  return (
    <GroupForm
      title="New group"
      action="Make the group"
      start={{ name: '', reference: '' }}
      mutation={create}
      onSubmit={({ name, reference }) =>
        create.mutate({ name, ...(reference === '' ? {} : { external_ref: reference }) })
      }
      onClose={onClose}
    />
  );
}

export function ChangeGroupDialog({ group, onClose }: { group: MemberGroup; onClose: () => void }) {
  const update = useVerifiedMutation(useTRPC().dashboard.groups.update.mutationOptions(), {
    done: ({ name }) => `${bidiIsolate(name?.trim() ?? '')} is saved.`,
    onDone: onClose,
  });
  return (
    <GroupForm
      title="Change the group"
      action="Save"
      start={{ name: group.name, reference: group.external_ref ?? '' }}
      mutation={update}
      onSubmit={({ name, reference }) => update.mutate({ id: group.id, name, external_ref: reference })}
      onClose={onClose}
    />
  );
}

type Fields = { name: string; reference: string };
type FormProps = {
  title: string;
  action: string;
  start: Fields;
  mutation: { error: unknown; isPending: boolean; reset: () => void };
  onSubmit: (fields: Fields) => void;
  onClose: () => void;
};

function GroupForm({ start, mutation, onSubmit, ...props }: FormProps) {
  const form = useTextFields(start, mutation, ({ sentence }) =>
    /^external_ref/i.test(sentence) ? 'reference' : /name/i.test(sentence) ? 'name' : undefined,
  );
  return (
    <FormDialog {...props} mutation={form.mutation} onSubmit={() => onSubmit(form.texts)}>
      <TextInput label="Name" {...form.field('name')} data-autofocus />
      <TextInput
        label="Reference"
        description="What your own programs call it (optional)"
        {...form.field('reference')}
      />
    </FormDialog>
  );
}
