import { Link } from '@goal/ui/page/link.tsx';
import { formatNumber } from '@goal/ui/lib/numbers.ts';
import { UnstyledButton } from '@mantine/core';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

import type { AccountPlace } from '../features/account/places.ts';
import classes from './frame.module.css';

/** The most places that the bar of a phone shows; of more of them the last one is «More». */
const placesInBar = 5;

/** The places of an account: a list at the side, and a bar at the bottom of a phone. */
export function SideList({ places }: { places: readonly AccountPlace[] }) {
  const path = usePathname();
  const isOpen = ({ href, start }: AccountPlace): boolean =>
    path === href || (start !== undefined && path.startsWith(start));
  const linkTo = (place: AccountPlace, className = ''): ReactNode => (
    <Link
      key={place.href}
      href={place.href}
      className={`${classes.place} ${className}`}
      {...(isOpen(place) ? { 'aria-current': 'page' as const } : {})}
    >
      {place.label}
      {place.count !== undefined && ' '}
      {place.count !== undefined && <span className={classes.placeCount}>{formatNumber(place.count)}</span>}
    </Link>
  );
  if (places.length === 0) return null;
  const shown = places.length > placesInBar ? placesInBar - 1 : placesInBar;
  const beyond = places.slice(shown);
  return (
    <nav aria-label="Main" className={classes.side}>
      {places.map((place, index) => linkTo(place, index < shown ? '' : classes.beyond))}
      {beyond.length > 0 && (
        <>
          <UnstyledButton
            className={classes.more}
            popoverTarget="more-places"
            data-current={beyond.some(isOpen) || undefined}
          >
            More
          </UnstyledButton>
          {/* With the key it closes when a link has led to another page. */}
          <div key={path} id="more-places" popover="auto" className={classes.morePanel}>
            {beyond.map((place) => linkTo(place))}
          </div>
        </>
      )}
    </nav>
  );
}
