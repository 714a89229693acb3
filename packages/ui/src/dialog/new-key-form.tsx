import type { AccountKeyAccess } from '@goal/contract';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { AccessField, accountKeyChoices } from '../field/access-field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useTextFields } from '../field/use-text-fields.ts';

type Props = {
  title: string;
  action: string;
  mutation: { error: unknown; isPending: boolean; reset: () => void };
  onSubmit: (key: { name: string; access: AccountKeyAccess }) => void;
  onRevoke: (prefix: string) => void;
  onClose: () => void;
  children?: ReactNode;
};

export function NewKeyForm({ mutation, onSubmit, children, ...props }: Props) {
  const [access, setAccess] = useState<AccountKeyAccess>('full');
  const form = useTextFields({ name: '' }, mutation);
  return (
    <FormDialog {...props} mutation={form.mutation} onSubmit={() => onSubmit({ ...form.texts, access })}>
      {children}
      <TextInput label="Name" description="What the key is for (optional)" {...form.field('name')} data-autofocus />
      <AccessField choices={accountKeyChoices} value={access} onChange={setAccess} />
    </FormDialog>
  );
}
