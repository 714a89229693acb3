import { lateDialog } from './late-dialog.tsx';

/**
 * Confirms an action that cannot be undone: the button works once the name is typed. Mount it only
 * while it is open; its code loads then.
 */
export const ConfirmByTyping = lateDialog(() =>
  import('./confirm-by-typing-dialog.tsx').then((module) => module.ConfirmByTypingDialog),
);
