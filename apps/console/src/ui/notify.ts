/** A notice: what was done, or why it was not; `undo` takes it back. */
export type Notice = { kind: 'success' | 'error'; message: string; undo: (() => void) | undefined };

type Listener = (notice: Notice) => void;
let listener: Listener | undefined;
const waiting: Notice[] = [];

function show(notice: Notice): void {
  if (listener === undefined) waiting.push(notice);
  else listener(notice);
}

/** Who shows the notices (src/ui/notices.tsx): one at a time. Returns how to stop. */
export function onNotice(show: Listener): () => void {
  listener = show;
  for (const notice of waiting.splice(0)) show(notice);
  return () => {
    listener = undefined;
  };
}

/** Says something in passing, also to a screen reader. An error stays until it is dismissed. */
export const notify = {
  success: (message: string, options: { undo?: () => void } = {}): void =>
    show({ kind: 'success', message, undo: options.undo }),
  error: (message: string): void => show({ kind: 'error', message, undo: undefined }),
};
