'use client';

import { createTheme, type CSSVariablesResolver, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { type ReactNode, useState } from 'react';

/** A soft navigation brings the nonce of a later request; the document's policy has the first. */
export function ThemeProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [first] = useState(() => {
    if (typeof window !== 'undefined') setNonce(nonce);
    return nonce;
  });
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => first}
    >
      {children}
    </MantineProvider>
  );
}

const close = { closeButtonProps: { 'aria-label': 'Close' } };

/** Meets WCAG 2.2 AA. The components are plain objects: `Modal.extend` would import each. */
const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  luminanceThreshold: 0.179,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } },
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    },
    // A title of two lines would touch itself.
    Modal: { defaultProps: { ...close, styles: { title: { lineHeight: 1.4 } } } },
    // A `header` here would be a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Drawer: { defaultProps: close },
    Checkbox: { defaultProps: { size: 'md' } },
    // What is wrong with a field is read aloud at once.
    InputWrapper: { defaultProps: { errorProps: { role: 'alert' } } },
  },
});

const darkened = (name: string): string => `color-mix(in srgb, var(--mantine-color-${name}-9) 70%, black)`;

/** Shades of text, links and light badges with enough contrast against their backgrounds. */
const variables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-anchor': colors.indigo[9],
    ...Object.fromEntries(
      Object.keys(colors).flatMap((name) =>
        ['light-color', 'outline', 'text'].map((kind) => [`--mantine-color-${name}-${kind}`, darkened(name)]),
      ),
    ),
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-error': colors.red[4],
    '--mantine-color-anchor': colors.indigo[3],
    ...Object.fromEntries(
      Object.keys(colors).flatMap((name) =>
        // Mantine's own text of light and subtle buttons is nearly white, whatever their colour.
        ['light-color', 'outline'].map((kind) => [`--mantine-color-${name}-${kind}`, `var(--mantine-color-${name}-3)`]),
      ),
    ),
  },
});
