import { Code, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import { FormDialog } from './form-dialog.tsx';

export type ConfirmByTypingProps = {
  title: string;
  /** The text to type: the name of what will be deleted. */
  name: string;
  children: ReactNode;
  action: string;
  /** Once it is done, the caller closes the dialog or leaves the page. */
  mutation: { isPending: boolean; isSuccess: boolean; error: unknown };
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmByTypingDialog({ name, children, mutation, onConfirm, ...props }: ConfirmByTypingProps) {
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      {...props}
      color="red"
      mutation={{ isPending: mutation.isPending || mutation.isSuccess, error: mutation.error }}
      blocked={typed.trim() === name ? undefined : 'Type it first'}
      onSubmit={onConfirm}
    >
      <div>{children}</div>
      <TextInput
        label={
          <>
            Type <Code style={{ overflowWrap: 'anywhere' }}>{name}</Code> to confirm
          </>
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  );
}
