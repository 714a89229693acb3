import { useEffect, useRef } from 'react';

const acts = new Map<string, () => void>();

/** What a key does while the calling part of the page is there; the last part that asks has it. */
export function useShortcut(key: string, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const run = (): void => latest.current();
    acts.set(key, run);
    return () => {
      if (acts.get(key) === run) acts.delete(key);
    };
  }, [key]);
}

/** A key that clicks a button: give its ref to the button. */
export function useButtonKey(key: string) {
  const button = useRef<HTMLButtonElement>(null);
  useShortcut(key, () => button.current?.click());
  return button;
}

export const actOfKey = (key: string): (() => void) | undefined => acts.get(key);

/** Whether a key is meant for a field or a dialog, or belongs to the browser. */
export function isForElsewhere(event: KeyboardEvent): boolean {
  const { target } = event;
  return (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.isComposing ||
    !(target instanceof HTMLElement) ||
    target.closest('input, textarea, select, [role=dialog], [contenteditable]') !== null
  );
}
