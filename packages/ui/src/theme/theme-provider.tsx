'use client';

import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { type ReactNode, useState } from 'react';

import { theme, variables } from './theme.ts';

/**
 * Mantine's theme for every page. A soft navigation renders this again with the nonce of a later
 * request, but the document's policy still has the first one.
 */
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
