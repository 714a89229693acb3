'use client';

import { failureOf } from '@goal/ui/lib/errors.ts';
import { type ReactNode, useEffect } from 'react';

import { AccountRefusal } from '../features/account/account-refusal.tsx';
import { settingsPlaces } from '../features/account/settings-places.ts';
import { useAccount } from '../features/account/use-account.ts';
import { PaletteOfAccount, PaletteOfPerson } from '../features/palette/palettes.ts';
import {
  pathOfAccount,
  pathOfEvents,
  pathOfGroups,
  pathOfReport,
  pathOfSites,
  pathOfUsage,
  rememberAccount,
} from '../lib/paths.ts';
import { DataProvider } from '../trpc/data-provider.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Banners } from './banners.tsx';
import { Frame } from './frame.tsx';
import type { Place } from './side-list.tsx';

/**
 * The frame of an account's pages. Every call names the account, and answers of one account are
 * never shown for another: each has a cache of its own.
 */
export function AccountFrame({ id, children }: { id: string; children: ReactNode }) {
  return (
    <DataProvider key={id} headers={{ 'x-goal-account': id }}>
      <Pages id={id}>{children}</Pages>
    </DataProvider>
  );
}

function Pages({ id, children }: { id: string; children: ReactNode }) {
  const { data: account, error, refetch } = useAccount();
  useEffect(() => {
    if (account !== undefined) rememberAccount(id);
  }, [account, id]);
  const settings = account === undefined ? [] : settingsPlaces(account);
  const [first] = settings;
  const places: Place[] = [
    { href: pathOfEvents(id), label: 'Log' },
    { href: pathOfSites(id), label: 'Sites', start: `${pathOfSites(id)}/` },
    { href: pathOfGroups(id), label: 'Groups', start: `${pathOfGroups(id)}/` },
    { href: pathOfReport(id), label: 'Reports' },
    { href: pathOfUsage(id), label: 'Usage' },
    ...(first === undefined ? [] : [{ href: first.href, label: 'Settings', start: `${pathOfAccount(id)}/settings/` }]),
  ];
  const isRefused = error !== null && (account === undefined || [403, 404].includes(failureOf(error).status ?? 0));
  return (
    <Frame
      brand={isRefused ? null : account?.brand}
      account={<AccountMenu />}
      places={isRefused ? [] : places}
      palette={isRefused ? PaletteOfPerson : PaletteOfAccount}
      banner={isRefused ? undefined : <Banners />}
    >
      {isRefused ? <AccountRefusal error={error} onRetry={() => void refetch()} /> : children}
    </Frame>
  );
}
