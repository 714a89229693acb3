import { failureOf } from './errors.ts';

/** A notice: what was done, or why it failed. `undo` reverts it. */
export type Notice = { kind: 'success' | 'error'; message: string; undo: (() => void) | undefined };

type Listener = (notice: Notice) => void;
let listener: Listener | undefined;
const waiting: Notice[] = [];

function show(notice: Notice): void {
  if (listener === undefined) waiting.push(notice);
  else listener(notice);
}

/** Registers the component that shows notices. Earlier ones are delivered at once. */
export function onNotice(show: Listener): () => void {
  listener = show;
  for (const notice of waiting.splice(0)) show(notice);
  return () => {
    listener = undefined;
  };
}

/** Shows a notice, which screen readers announce. An error stays until it is dismissed. */
export const notify = {
  success: (message: string, options: { undo?: () => void } = {}): void =>
    show({ kind: 'success', message, undo: options.undo }),
  error: (message: string): void => show({ kind: 'error', message, undo: undefined }),
};

export const notifyFailure = (error: unknown): void => notify.error(failureOf(error).sentence);
