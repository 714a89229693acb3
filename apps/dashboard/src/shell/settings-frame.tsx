'use client';

import { EmptyState } from '@goal/ui/state/empty-state.tsx';
import { Link } from '@goal/ui/page/link.tsx';
import { PageTitle } from '@goal/ui/page/page-title.tsx';
import { SkeletonBox } from '@goal/ui/state/skeletons.tsx';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

import { settingsPlaces } from '../features/account/settings-places.ts';
import { isOwner } from '../features/account/rights.ts';
import { useAccount } from '../features/account/use-account.ts';
import classes from './frame.module.css';

/** A page that the member may not open asks the API for nothing. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const path = usePathname();
  const { data: account } = useAccount();
  const places = account === undefined ? undefined : settingsPlaces(account);
  // The settings' own address leads on to a page, which is judged there.
  const isOpen = path.endsWith('/settings') || places?.some(({ href }) => href === path);
  return (
    <>
      {places?.length !== 0 && (
        <nav aria-label="Settings" className={classes.settings}>
          {places?.map(({ href, label }) => (
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
      )}
      {isOpen === undefined ? (
        <SkeletonBox height="20rem" />
      ) : isOpen ? (
        children
      ) : (
        <ClosedPage isOwner={account !== undefined && isOwner(account)} />
      )}
    </>
  );
}

/** Only the brand page can be closed to an owner: it is for resellers. */
function ClosedPage({ isOwner: isOwnerHere }: { isOwner: boolean }) {
  return (
    <>
      <PageTitle title="Settings" />
      {isOwnerHere ? (
        <EmptyState title="A brand of your own is for resellers.">
          Your provider makes an account a reseller. Then its name, logo and colour are set here.
        </EmptyState>
      ) : (
        <EmptyState title="Your role does not open this page.">
          Owners open every page of the settings, and admins all but «Account» and «Brand», which only resellers have.
          Viewers of the whole account open «Members». Admins of one group open «Addresses».
        </EmptyState>
      )}
    </>
  );
}
