'use client';

import { LateFrame } from '@goal/ui/components/late-dialog.tsx';
import { latePart } from '@goal/ui/components/late-part.tsx';
import { useEffect, useState } from 'react';

import { onConfirmationAsked } from '../../lib/confirmation.ts';

const { Part: ConfirmDialog } = latePart(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog), {
  frame: ({ onEnd, children }) => <LateFrame onClose={() => onEnd(false)}>{children}</LateFrame>,
});

type End = (isConfirmed: boolean) => void;

/** Opens the dialog that asks a person to confirm that it is them, when a call needs that. */
export function ConfirmHost() {
  const [end, setEnd] = useState<{ resolve: End }>();
  useEffect(() => onConfirmationAsked(() => new Promise((resolve) => setEnd({ resolve }))), []);
  if (end === undefined) return null;
  const close: End = (isConfirmed) => {
    end.resolve(isConfirmed);
    setEnd(undefined);
  };
  return <ConfirmDialog onEnd={close} />;
}
