'use client';

import { Alert, Button, Code, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';

import { failureOf, OutcomeUnknownError } from '../lib/errors.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import { useFocusBack } from './use-focus-back.ts';

export type ConfirmByTypingProps = {
  title: string;
  /** The text to type: the name of what will be deleted. */
  name: string;
  /** What will happen. */
  children: ReactNode;
  /** Label of the button: «Delete site». */
  action: string;
  /** If it rejects, the dialog stays open and shows the error. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

export function ConfirmByTypingDialog({ title, name, children, action, onConfirm, onClose }: ConfirmByTypingProps) {
  useFocusBack();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (typed.trim() !== name || busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      // A notice has already said that it is done, and the page is being left.
      if (error instanceof OutcomeUnknownError && error.isDone) return;
      setFault(failureOf(error).sentence);
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={!busy} closeOnEscape={!busy}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
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
          {fault !== undefined && (
            <Alert color="red" role="alert">
              {fault}
            </Alert>
          )}
          <DialogButtons>
            <Button variant="default" onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={busy} disabled={typed.trim() !== name}>
              {action}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
