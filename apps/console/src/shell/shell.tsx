'use client';

import type { ReactNode } from 'react';

import { Notices } from '../ui/notices.tsx';
import { Header } from './header.tsx';
import { HeldBanner } from './held-banner.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import classes from './shell.module.css';
import { SlowNotice } from './slow-notice.tsx';

/** The frame of each page: a skip link, the header, banners and notices. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      <Header />
      <OfflineBanner />
      <HeldBanner />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <SlowNotice />
      <Notices />
    </>
  );
}
