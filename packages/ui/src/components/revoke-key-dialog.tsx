'use client';

import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { FormDialog } from './form-dialog.tsx';
import { Time } from './time.tsx';

type Props = {
  prefix: string;
  /** The label of the button that revokes. */
  action?: string;
  mutation: { isPending: boolean; error: unknown };
  onRevoke: () => void;
  onClose: () => void;
  /** A field below the text. */
  field?: ReactNode;
  /** What revoking this key means. */
  children: ReactNode;
};

/** Asks before a key is revoked. The same dialog serves account keys, group keys and site keys. */
export function RevokeKeyDialog({
  prefix,
  action = 'Revoke key',
  mutation,
  onRevoke,
  onClose,
  field,
  children,
}: Props) {
  return (
    <FormDialog
      title={`Revoke the key ${prefix}?`}
      action={action}
      color="red"
      isBusy={mutation.isPending}
      error={mutation.error}
      onSubmit={onRevoke}
      onClose={onClose}
    >
      <Text size="sm">{children}</Text>
      {field}
    </FormDialog>
  );
}

/** A sentence on when a key was last used. */
export function LastUse({ at }: { at: string | null }) {
  if (at === null) return 'It was never used.';
  return (
    <>
      It was last used <Time value={at} as="ago" />.
    </>
  );
}
