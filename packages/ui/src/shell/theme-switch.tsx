import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

const order = ['auto', 'light', 'dark'] as const;
const names = { auto: 'as the system', light: 'light', dark: 'dark' };
const signs = { auto: '◐', light: '☀', dark: '☾' };

function after(scheme: MantineColorScheme): MantineColorScheme {
  return order[(order.indexOf(scheme) + 1) % order.length] ?? 'auto';
}

/** Switches between system, light and dark. The browser remembers the choice. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know the browser's choice, so the first render shows the default.
  const scheme = useMounted() ? colorScheme : 'auto';
  const label = `Theme: ${names[scheme]}. Switch to ${names[after(scheme)]}`;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(after(scheme))}
    >
      <span aria-hidden>{signs[scheme]}</span>
    </ActionIcon>
  );
}
