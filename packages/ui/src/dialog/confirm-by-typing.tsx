import { lateDialog } from './late-dialog.tsx';

/** Works once the name is typed. Mount it only while it is open; its code loads then. */
export const ConfirmByTyping = lateDialog(() =>
  import('./confirm-by-typing-dialog.tsx').then((module) => module.ConfirmByTypingDialog),
);
