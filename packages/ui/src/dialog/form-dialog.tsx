import { Alert, Button, Modal, Stack, type ButtonProps } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';

import { failureOf, OutcomeUnknownError } from '../lib/errors.ts';
import { restoreTypedTexts } from '../session/typed-texts.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { WriteButton } from '../write/write-button.tsx';

type Props = {
  title: string;
  /** Label of the button: «Revoke site». */
  action: string;
  color?: ButtonProps['color'];
  /** A long one is wide, and keeps its buttons in sight. */
  isLong?: boolean;
  /** What the button does. Its failure is shown above the buttons. */
  mutation: { isPending: boolean; error: unknown };
  /** Why the button does nothing at the moment. */
  blocked?: string | undefined;
  /** Opens the dialog that revokes the key that was made and that nobody has seen. */
  onRevoke?: (prefix: string) => void;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks before a change. The caller closes it once the change has succeeded. */
export function FormDialog({ title, action, color, isLong = false, mutation, blocked, ...props }: Props) {
  const { isPending: isBusy, error } = mutation;
  const { onRevoke, onSubmit, onClose, children } = props;
  const [isTyped, setTyped] = useState(false);
  const unseen = error instanceof OutcomeUnknownError ? error.keyPrefix : undefined;
  useFocusBack();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy && blocked === undefined) onSubmit();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={isLong ? 'lg' : 'md'}
      closeOnClickOutside={!isBusy && !isTyped}
      closeOnEscape={!isBusy}
    >
      <form ref={restoreTypedTexts} onSubmit={submit} onInput={() => setTyped(true)} noValidate>
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
          <DialogButtons stays={isLong}>
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
