'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

import { settingsPlaces } from '../features/account/settings-places.ts';
import { useAccount } from '../features/account/use-account.ts';
import classes from './frame.module.css';

/** The pages of the settings beside each other. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const path = usePathname();
  const { data: account } = useAccount();
  return (
    <>
      <nav aria-label="Settings" className={classes.settings}>
        {account !== undefined &&
          settingsPlaces(account).map(({ href, label }) => (
            <Link
              key={href}
              href={href}
              className={classes.place}
              {...(path === href ? { 'aria-current': 'page' as const } : {})}
            >
              {label}
            </Link>
          ))}
      </nav>
      {children}
    </>
  );
}
