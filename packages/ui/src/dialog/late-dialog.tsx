import { Button } from '@mantine/core';
import type { ComponentType, PropsWithChildren } from 'react';

import { latePart } from '../state/late-part.tsx';
import classes from './late-dialog.module.css';

/** Mount it only while it is open. While its code is late, a small dialog stands in its place. */
export const lateDialog = <Props extends FrameProps>(importDialog: () => Promise<ComponentType<Props>>) =>
  latePart(importDialog, { frame: LateFrame }).Part;

/** A dialog that stays mounted is open while `opened` is not false. */
type FrameProps = { opened?: boolean; onClose: () => void };

export function LateFrame({ opened = true, onClose, children }: PropsWithChildren<FrameProps>) {
  if (!opened || children === null) return null;
  return (
    <dialog
      ref={showModal}
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- keys of the page look for it
      role="dialog"
      aria-label="What you opened"
      tabIndex={-1}
      className={classes.late}
      onCancel={onClose}
    >
      {children}
      <Button variant="default" size="xs" onClick={onClose}>
        Close
      </Button>
    </dialog>
  );
}

/** Focuses none of its buttons, and gives the focus back before the awaited dialog looks for it. */
function showModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  dialog.focus();
  return () => dialog.close();
}
