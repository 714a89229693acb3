import { Button } from '@mantine/core';
import type { ComponentType, PropsWithChildren } from 'react';

import { latePart } from '../state/late-part.tsx';
import classes from './late-dialog.module.css';

/**
 * A dialog whose code is loaded when it is first drawn. Mount it only while it is open. While its
 * code is late or has failed, a small dialog in its place says so, and can be closed.
 */
export const lateDialog = <Props extends FrameProps>(importDialog: () => Promise<ComponentType<Props>>) =>
  latePart(importDialog, { frame: LateFrame }).Part;

/** A dialog that stays mounted is open while `opened` is not false. */
type FrameProps = { opened?: boolean; onClose: () => void };

/** The small dialog in place of one whose code is not there. */
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

/**
 * Opens the dialog, with the focus on none of its buttons. Closing it gives the focus back, before
 * the awaited dialog looks where it was.
 */
function showModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  dialog.focus();
  return () => dialog.close();
}
