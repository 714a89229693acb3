'use client';

import { Alert, Button, Group, Modal, Stack, type ButtonProps } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

import { failureOf } from '../../trpc/errors.ts';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { WriteButton } from '../../ui/write-button.tsx';

type Props = {
  title: string;
  /** The button: «Revoke site». */
  action: string;
  color?: ButtonProps['color'];
  isBusy: boolean;
  /** Why it cannot be done just now. */
  blocked?: string | undefined;
  /** Why it failed, above the buttons. */
  error?: unknown;
  onAct: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A question before an act: what will happen, and two buttons. It stays until the act has succeeded. */
export function ActDialog({ title, action, color, isBusy, blocked, error, onAct, onClose, children }: Props) {
  useFocusBack();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy && blocked === undefined) onAct();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={!isBusy} closeOnEscape={!isBusy}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {children}
          {error !== undefined && error !== null && (
            <Alert color="red" role="alert">
              {failureOf(error).sentence}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <WriteButton type="submit" loading={isBusy} blocked={blocked} {...(color === undefined ? {} : { color })}>
              {action}
            </WriteButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
