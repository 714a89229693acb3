'use client';

import { failureOf } from '@goal/ui/lib/errors.ts';
import { type ReactNode, useEffect } from 'react';

import { AccountRefusal } from '../features/account/account-refusal.tsx';
import { mainPlaces, settingsPlace } from '../features/account/places.ts';
import { settingsPlaces } from '../features/account/settings-places.ts';
import { useAccount } from '../features/account/use-account.ts';
import { PaletteOfAccount, PaletteOfPerson } from '../features/palette/palettes.ts';
import { rememberAccount } from '../lib/paths.ts';
import { DataProvider } from '../trpc/data-provider.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Banners } from './banners.tsx';
import { Frame } from './frame.tsx';

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
  const places = [...mainPlaces(id, account), ...settingsPlace(account)];
  const isRefused = error !== null && (account === undefined || [403, 404].includes(failureOf(error).status ?? 0));
  return (
    <Frame
      brand={isRefused ? null : account?.brand}
      account={<AccountMenu />}
      places={isRefused ? [] : places}
      further={account === undefined ? [] : settingsPlaces(account)}
      palette={isRefused ? PaletteOfPerson : PaletteOfAccount}
      banner={isRefused ? undefined : <Banners />}
    >
      {isRefused ? <AccountRefusal error={error} onRetry={() => void refetch()} /> : children}
    </Frame>
  );
}
