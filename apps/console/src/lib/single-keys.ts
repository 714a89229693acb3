'use client';

import { useHotkeys, useLocalStorage } from '@mantine/hooks';

/**
 * Whether keys without Ctrl or ⌘ do something in this browser. They can be switched off, because
 * speech input types letters that nobody means as commands (WCAG 2.1.4).
 */
export function useSingleKeys(): [isOn: boolean, set: (isOn: boolean) => void] {
  const [value, set] = useLocalStorage<'on' | 'off'>({ key: 'goal-single-keys', defaultValue: 'on' });
  return [value !== 'off', (isOn) => set(isOn ? 'on' : 'off')];
}

/** Runs `act` on a key alone, unless a field has the focus or a dialog is open. */
export function useSingleKey(key: string, act: () => void): void {
  const [isOn] = useSingleKeys();
  const run = (): void => {
    if (isOn && document.querySelector('[role="dialog"]') === null) act();
  };
  // Some keyboards need Shift for the character.
  useHotkeys([
    [key, run],
    [`shift+${key}`, run],
  ]);
}
