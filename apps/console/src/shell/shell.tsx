'use client';

import { failureOf } from '@goal/ui/lib/errors.ts';
import { Notices } from '@goal/ui/state/notices.tsx';
import { CopyButton } from '@goal/ui/text/copy-button.tsx';
import { TimeStyle } from '@goal/ui/text/time-style.tsx';
import { useUtc } from '@goal/ui/text/zone-switch.tsx';
import { OfflineBanner } from '@goal/ui/shell/offline-banner.tsx';
import { SkipLink } from '@goal/ui/shell/skip-link.tsx';
import { SlowNotice } from '@goal/ui/shell/slow-notice.tsx';
import { Code } from '@mantine/core';
import type { ReactNode } from 'react';

import { confirmCommand, heldSentence, overdueSentence } from '../features/retention/sentences.ts';
import { useRetention } from '../features/retention/use-retention.ts';
import { Header } from './header.tsx';
import classes from './shell.module.css';

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

/**
 * Says how an operator confirms that retention may delete again (rulings §9.2). The button is
 * outside the live region, so that screen readers do not announce it.
 */
function HeldBanner() {
  const { data, error } = useRetention();
  const held = data?.held ?? undefined;
  const isUnknown = held === undefined && error !== null;
  return (
    <div className={classes.held} data-shown={held !== undefined || isUnknown}>
      <p role="status" aria-live="polite">
        {data !== undefined && held !== undefined && (
          <>
            <strong>Retention is held back:</strong> {heldSentence(held)} Until an operator confirms it on the server,
            nothing is deleted for its age. {overdueSentence(data.overdue)} To let it continue:{' '}
            <Code className={classes.heldCommand}>{confirmCommand}</Code>
          </>
        )}
        {isUnknown && (
          <>
            <strong>Whether retention is held back is not known:</strong> {failureOf(error).sentence} This page asks
            again every minute.
          </>
        )}
      </p>
      {held !== undefined && <CopyButton value={confirmCommand} what="command" />}
    </div>
  );
}
