'use client';

import { failureOf } from '@goal/ui/lib/errors.ts';
import { Link } from '@goal/ui/page/link.tsx';
import { HeaderMenu } from '@goal/ui/shell/header-menu.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';

import { AccountRefusal } from '../features/account/account-refusal.tsx';
import { nameOfAccount } from '../features/account/name-of-account.ts';
import { mainPlaces, settingsPlace } from '../features/account/places.ts';
import { settingsPlaces } from '../features/account/settings-places.ts';
import { useAccount } from '../features/account/use-account.ts';
import { PaletteOfAccount, PaletteOfPerson } from '../features/palette/palettes.ts';
import { pathOfAccount, rememberAccount } from '../lib/paths.ts';
import { DataProvider } from '../trpc/data-provider.tsx';
import { Banners } from './banners.tsx';
import { Frame } from './frame.tsx';
import classes from './frame.module.css';

/** Each account has a cache of its own, so that no answer is shown for another account. */
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

function AccountMenu() {
  const { data: account } = useAccount();
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  if (account === undefined) return null;
  const { group } = account;
  const shown = (
    <>
      <bdi>{nameOfAccount(account)}</bdi>
      {group !== null && (
        <>
          <span aria-hidden> · </span>
          <bdi>{group.name}</bdi>
        </>
      )}
    </>
  );
  const others = me?.memberships.filter((one) => one.account_id !== account.account_id) ?? [];
  if (others.length === 0) return <span className={classes.accountOnly}>{shown}</span>;
  return (
    <HeaderMenu
      id="accounts"
      label={`Account ${nameOfAccount(account)}${group === null ? '' : `, group ${group.name}`}. Switch to another`}
      name={shown}
      isFirst
    >
      <Text size="sm" c="dimmed" mb="xs">
        Your other accounts
      </Text>
      <ul className={classes.switches}>
        {others.slice(0, 12).map((one) => (
          <li key={one.account_id}>
            <Link href={pathOfAccount(one.account_id)} className={classes.switch}>
              <bdi>{nameOfAccount({ name: one.account_name, email: one.account_email })}</bdi>
              {one.group !== null && (
                <>
                  {' · '}
                  <bdi>{one.group.name}</bdi>
                </>
              )}
            </Link>
          </li>
        ))}
        <li>
          <Link href="/accounts" className={classes.switch}>
            All your accounts
          </Link>
        </li>
      </ul>
    </HeaderMenu>
  );
}
