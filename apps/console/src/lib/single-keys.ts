import { useHotkeys } from '@mantine/hooks';

const item = 'goal-single-keys';

/** Keys without Ctrl or ⌘ can be switched off, because speech input types letters (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => localStorage.getItem(item) !== 'off';

export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(item, isOn ? 'on' : 'off');
}

/** Runs `act` on a key alone, unless a field has the focus or a dialog is open. */
export function useSingleKey(key: string, act: () => void): void {
  const run = (): void => {
    if (areSingleKeysOn() && document.querySelector('[role="dialog"]') === null) act();
  };
  // Some keyboards need Shift for the character.
  useHotkeys([
    [key, run],
    [`shift+${key}`, run],
  ]);
}
