import { Notices } from '@goal/ui/state/notices.tsx';
import { ProductName } from '@goal/ui/text/product-name.tsx';
import { TimeStyle } from '@goal/ui/text/time-style.tsx';
import { bidiIsolate } from '@goal/ui/lib/bidi-isolate.ts';
import { OfflineBanner } from '@goal/ui/shell/offline-banner.tsx';
import { SkipLink } from '@goal/ui/shell/skip-link.tsx';
import { SlowNotice } from '@goal/ui/shell/slow-notice.tsx';
import type { ReactNode } from 'react';

import { ConfirmHost } from '../features/confirm/confirm-host.tsx';
import type { AccountPlace } from '../features/account/places.ts';
import { NoWayIn } from '../features/me/no-way-in.tsx';
import { RemovedWays } from '../features/me/removed-ways.tsx';
import { useExactTimes, useUtc } from '../lib/use-switch.ts';
import classes from './frame.module.css';
import { type Brand, Header, type Palette } from './header.tsx';
import { KeptNotice } from './kept-notice.tsx';
import { SideList } from './side-list.tsx';
import { useFrameKeys } from './use-frame-keys.ts';

type Props = {
  brand: Brand;
  /** The name of the account, and of the group that is all the person sees of it. */
  account?: ReactNode;
  places: readonly AccountPlace[];
  /** Further pages that keys lead to. */
  further?: readonly AccountPlace[];
  palette: Palette;
  /** News about the account, above the page. */
  banner?: ReactNode;
  children: ReactNode;
};

/** The frame of each page behind the sign-in: a skip link, the header, the places, notices. */
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
