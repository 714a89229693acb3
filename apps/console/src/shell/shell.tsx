'use client';

import { Notices } from '@goal/ui/state/notices.tsx';
import { TimeStyle } from '@goal/ui/text/time-style.tsx';
import { useUtc } from '@goal/ui/text/zone-switch.tsx';
import { OfflineBanner } from '@goal/ui/shell/offline-banner.tsx';
import { SkipLink } from '@goal/ui/shell/skip-link.tsx';
import { SlowNotice } from '@goal/ui/shell/slow-notice.tsx';
import type { ReactNode } from 'react';

import { Header } from './header.tsx';
import { HeldBanner } from './held-banner.tsx';
import classes from './shell.module.css';

/** The frame of each page: a skip link, the header, banners and notices. */
export function Shell({ children }: { children: ReactNode }) {
  const [isUtc] = useUtc();
  return (
    <TimeStyle value={{ isExact: false, isUtc }}>
      <SkipLink />
      <Header />
      <OfflineBanner />
      <HeldBanner />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <SlowNotice />
      <Notices />
    </TimeStyle>
  );
}
