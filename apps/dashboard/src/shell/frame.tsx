import { notify } from '@goal/ui/lib/notify.ts';
import { Notices } from '@goal/ui/state/notices.tsx';
import { ProductName } from '@goal/ui/text/product-name.tsx';
import { TimeStyle } from '@goal/ui/text/time-style.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { OfflineBanner } from '@goal/ui/shell/offline-banner.tsx';
import { SkipLink } from '@goal/ui/shell/skip-link.tsx';
import { SlowNotice } from '@goal/ui/shell/slow-notice.tsx';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';

import { ConfirmHost } from '../features/confirm/confirm-host.tsx';
import type { AccountPlace } from '../features/account/places.ts';
import { NoWayIn } from '../features/me/no-way-in.tsx';
import { RemovedWays } from '../features/me/removed-ways.tsx';
import { takeNotice } from '../lib/kept-notice.ts';
import { actOfKey, isForElsewhere } from '../lib/shortcuts.ts';
import { areKeysOn, useExactTimes, useUtc } from '../lib/use-switch.ts';
import { type Brand, Header, type Palette } from './header.tsx';
import { SideList } from './side-list.tsx';
import classes from './frame.module.css';

type Props = {
  brand: Brand;
  /** The name of the account, and of the group that is all the person sees of it. */
  account?: ReactNode;
  places: readonly AccountPlace[];
  further?: readonly AccountPlace[];
  palette: Palette;
  banner?: ReactNode;
  children: ReactNode;
};

export function Frame({ brand, account, places, further = [], palette, banner, children }: Props) {
  const reached = [...places, ...further];
  useFrameKeys(reached);
  const [isExact] = useExactTimes();
  const [isUtc] = useUtc();
  return (
    <TimeStyle value={{ isExact, isUtc }}>
      <ProductName value={brand === null ? 'Goal' : brand === undefined ? '' : bidiIsolate(brand.name)}>
        <SkipLink />
        <Header brand={brand} account={account} palette={palette} places={reached} />
        <OfflineBanner />
        {banner}
        <div className={classes.body}>
          <SideList places={places} />
          <main id="main" tabIndex={-1} className={classes.main}>
            <RemovedWays />
            <NoWayIn />
            {children}
          </main>
        </div>
        <SlowNotice />
        <Notices />
        <KeptNotice />
        <ConfirmHost />
      </ProductName>
    </TimeStyle>
  );
}

function KeptNotice() {
  useEffect(() => {
    const message = takeNotice();
    if (message !== null) notify.success(message);
  }, []);
  return null;
}

/** How long `g` waits for the letter of a page, in ms. */
const goesWithinMs = 1500;

/**
 * `g` and the letter of a place, and what parts of the page ask for. They can be switched off, and
 * none counts while a field or a dialog has the focus (WCAG 2.1.4).
 */
function useFrameKeys(places: readonly AccountPlace[]): void {
  const router = useRouter();
  const known = useRef(places);
  useEffect(() => {
    known.current = places;
  });
  useEffect(() => {
    let wentAt = -Infinity;
    const onKey = (event: KeyboardEvent): void => {
      if (isForElsewhere(event) || !areKeysOn()) return;
      const isGoing = Date.now() - wentAt < goesWithinMs;
      wentAt = -Infinity;
      const place = isGoing ? known.current.find(({ letter }) => letter === event.key) : undefined;
      const act = place === undefined ? actOfKey(event.key) : () => router.push(place.href);
      if (act !== undefined) {
        event.preventDefault();
        act();
      } else if (event.key === 'g') wentAt = Date.now();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [router]);
}
