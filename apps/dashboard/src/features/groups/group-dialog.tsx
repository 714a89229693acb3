'use client';

import type { MemberGroup } from '@goal/contract';
import { FormDialog } from '@goal/ui/components/form-dialog.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { failureOf } from '@goal/ui/lib/errors.ts';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { useVerifiedMutation } from '@goal/ui/trpc/use-verified-mutation.ts';
import { TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { pathOfGroup } from '../../lib/paths.ts';

/** Makes a group and opens its page. */
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

/** Changes the name and the reference of a group. */
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

function GroupForm({ title, action, start, mutation, onSubmit, onClose }: FormProps) {
  const [fields, setFields] = useState(start);
  const sentence = mutation.error === null ? undefined : failureOf(mutation.error).sentence;
  const isOfReference = sentence?.toLowerCase().startsWith('external_ref') === true;
  const isOfName = sentence !== undefined && !isOfReference && /name/i.test(sentence);
  const field = (name: keyof Fields, isFaulty: boolean) => ({
    value: fields[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      mutation.reset();
      setFields({ ...fields, [name]: event.currentTarget.value });
    },
    error: isFaulty ? sentence : undefined,
    errorProps: { role: 'alert' },
    autoComplete: 'off',
    dir: 'auto' as const,
  });
  return (
    <FormDialog
      title={title}
      action={action}
      isBusy={mutation.isPending}
      error={isOfName || isOfReference ? undefined : mutation.error}
      onSubmit={() => onSubmit(fields)}
      onClose={onClose}
    >
      <TextInput label="Name" {...field('name', isOfName)} data-autofocus />
      <TextInput
        label="Reference"
        description="What your own programs call it (optional)"
        {...field('reference', isOfReference)}
      />
    </FormDialog>
  );
}
