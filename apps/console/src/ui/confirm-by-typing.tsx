'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';

export type ConfirmByTypingProps = {
  title: string;
  /** What has to be typed: the name of what goes. */
  name: string;
  /** What will happen. */
  children: ReactNode;
  /** The button: «Delete site». */
  action: string;
  /** Its rejection is shown in the dialog, which then stays. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

/** A dialog for what cannot be taken back: its button works once the name was typed. Render it while it is open; its code comes then. */
export const ConfirmByTyping = dynamic<ConfirmByTypingProps>(
  () => import('./confirm-by-typing-dialog.tsx').then((module) => module.ConfirmByTypingDialog),
  { ssr: false },
);
