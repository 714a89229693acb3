import '@goal/ui/theme/styles.ts';
import '@goal/ui/theme/global.css';

import { NoScript } from '@goal/ui/shell/no-script.tsx';
import { ThemeProvider } from '@goal/ui/theme/theme-provider.tsx';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';

// No title: each page sets its own, and the browser would show this one instead.
export const metadata: Metadata = {
  robots: { index: false, follow: false },
};
export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? '';
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <NoScript />
        <ThemeProvider nonce={nonce}>{children}</ThemeProvider>
      </body>
    </html>
  );
}
