import '../theme/styles.ts';
import '../theme/global.css';

import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';

import { ThemeProvider } from '../theme/theme-provider.tsx';
import classes from './no-script.module.css';

// No title: each page sets its own, and the browser would show this one instead.
export const metadata: Metadata = {
  robots: { index: false, follow: false },
};
export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

export async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? '';
  return (
    <html lang="en" {...mantineHtmlProps}>
      {/* oxlint-disable-next-line nextjs/no-head-element -- next/head is for the pages router alone */}
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

/** What a page says in a browser that runs no scripts, above skeletons that would stay for ever. */
function NoScript() {
  return (
    <noscript>
      <p className={classes.said}>This page needs JavaScript. Allow it for this address, then load the page again.</p>
    </noscript>
  );
}
