import { useMantineColorScheme } from '@mantine/core';

import type { Choice } from './choices.ts';

/** The acts that every page offers: the themes, and signing out. */
export function useCommonChoices(signOut: () => Promise<void>): Choice[] {
  const { setColorScheme } = useMantineColorScheme();
  const theme = (scheme: 'auto' | 'light' | 'dark', name: string): Choice => ({
    key: `theme-${scheme}`,
    group: 'Actions',
    label: `Theme: ${name}`,
    run: () => setColorScheme(scheme),
  });
  return [
    theme('light', 'light'),
    theme('dark', 'dark'),
    theme('auto', 'as the system'),
    { key: 'sign-out', group: 'Actions', label: 'Sign out', run: () => void signOut() },
  ];
}
