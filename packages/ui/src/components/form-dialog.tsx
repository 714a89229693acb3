'use client';

import { Alert, Button, Modal, Stack, type ButtonProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

import { failureOf, OutcomeUnknownError } from '../lib/errors.ts';
import { restoreTypedTexts } from '../session/typed-texts.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { WriteButton } from './write-button.tsx';

type Props = {
  title: string;
  /** Label of the button: «Revoke site». */
  action: string;
  color?: ButtonProps['color'];
  isBusy: boolean;
  /** Why the button does nothing at the moment. */
  blocked?: string | undefined;
  /** Shown above the buttons. */
  error?: unknown;
  /** Opens the dialog that revokes the key that was made and that nobody has seen. */
  onRevoke?: (prefix: string) => void;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A dialog that asks before a change: what will happen, the fields it needs, and two buttons. The
 * caller closes it once the change has succeeded.
 */
export function FormDialog({ title, action, color, isBusy, blocked, error, onRevoke, ...props }: Props) {
  const { onSubmit, onClose, children } = props;
  const unseen = error instanceof OutcomeUnknownError ? error.keyPrefix : undefined;
  useFocusBack();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy && blocked === undefined) onSubmit();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={!isBusy} closeOnEscape={!isBusy}>
      <form ref={restoreTypedTexts} onSubmit={submit} noValidate>
        <Stack>
          {children}
          {error !== undefined && error !== null && (
            <Alert color="red" role="alert">
              {failureOf(error).sentence}
              {unseen !== undefined && onRevoke !== undefined && (
                <div>
                  <Button color="red" size="xs" mt="xs" onClick={() => onRevoke(unseen)}>
                    Revoke {unseen}
                  </Button>
                </div>
              )}
            </Alert>
          )}
          <DialogButtons>
            {/* Takes the focus where no field before it does. */}
            <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus>
              Cancel
            </Button>
            <WriteButton type="submit" loading={isBusy} blocked={blocked} {...(color === undefined ? {} : { color })}>
              {action}
            </WriteButton>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
