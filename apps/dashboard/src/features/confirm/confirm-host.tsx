import { LateFrame } from '@goal/ui/dialog/late-dialog.tsx';
import { latePart } from '@goal/ui/state/late-part.tsx';
import { useEffect, useState } from 'react';

import { refusals } from '../../entry/refusals.ts';
import { onConfirmationAsked } from '../../lib/confirmation.ts';
import { useFragment } from '../../lib/use-fragment.ts';

const { Part: ConfirmDialog } = latePart(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog), {
  frame: ({ onEnd, children }) => <LateFrame onClose={() => onEnd(false)}>{children}</LateFrame>,
});

const { Part: NotConfirmed } = latePart(() => import('./not-confirmed.tsx').then((module) => module.NotConfirmed), {
  frame: ({ onClose, children }) => <LateFrame onClose={onClose}>{children}</LateFrame>,
});

type End = (isConfirmed: boolean) => void;

/** Opens the dialog that asks for a proof, and the one that says why single sign-on gave none. */
export function ConfirmHost() {
  const [end, setEnd] = useState<{ resolve: End }>();
  useEffect(() => onConfirmationAsked(() => new Promise((resolve) => setEnd({ resolve }))), []);
  const { value, forget } = useFragment('refused');
  const refused = refusals.find((name) => name === value);
  if (refused !== undefined) return <NotConfirmed refused={refused} onClose={forget} />;
  if (end === undefined) return null;
  const close: End = (isConfirmed) => {
    end.resolve(isConfirmed);
    setEnd(undefined);
  };
  return <ConfirmDialog onEnd={close} />;
}
