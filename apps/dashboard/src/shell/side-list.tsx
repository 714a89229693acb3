'use client';

import { Link } from '@goal/ui/components/link.tsx';
import { usePathname } from 'next/navigation';

import classes from './frame.module.css';

export type Place = {
  href: string;
  label: string;
  /** How the paths of its pages begin; `href` alone unless this is given. */
  start?: string;
};

/** The places of an account: a list at the side, and a bar at the bottom of a phone. */
export function SideList({ places }: { places: readonly Place[] }) {
  const path = usePathname();
  if (places.length === 0) return null;
  return (
    <nav aria-label="Main" className={classes.side}>
      {places.map(({ href, label, start }) => (
        <Link
          key={href}
          href={href}
          className={classes.place}
          {...(path === href || (start !== undefined && path.startsWith(start)) ? { 'aria-current': 'page' } : {})}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
