import type { ShownBrand } from '@goal/contract';
import { TextLink } from '@goal/ui/page/link.tsx';
import { AppHeader } from '@goal/ui/shell/app-header.tsx';
import { HeaderMenu, hideMenu, SignOutButton } from '@goal/ui/shell/header-menu.tsx';
import { PaletteButton } from '@goal/ui/shell/palette-button.tsx';
import { ThemeSwitch } from '@goal/ui/shell/theme-switch.tsx';
import { useTRPC } from '@goal/ui/trpc/trpc.ts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';

import type { AccountPlace } from '../features/account/places.ts';
import { BrandMark } from '../features/brand/brand-mark.tsx';
import { signOut } from '../session/sign-out.ts';
import { KeysHelp } from './keys-help.tsx';
import classes from './frame.module.css';

export type Palette = ComponentProps<typeof PaletteButton>['palette'];

/** The brand of the page: null is the product's own, undefined is not known yet. */
export type Brand = ShownBrand | undefined;

type Props = { brand: Brand; account: ReactNode; palette: Palette; places: readonly AccountPlace[] };

export function Header({ brand, account, palette, places }: Props) {
  return (
    <AppHeader
      product={brand === null ? undefined : <BrandMark brand={brand} />}
      home="/accounts"
      homeTitle="All your accounts"
      pageWidth="var(--frame-width, 90rem)"
    >
      <span className={classes.account}>{account}</span>
      <PaletteButton title="Jump to a page, a site, a group, an account or an action" palette={palette} />
      <KeysHelp places={places} />
      <ThemeSwitch />
      <PersonMenu />
    </AppHeader>
  );
}

const ways = [
  ['/me', 'Me: sign-in and sessions'],
  ['/accounts', 'Your accounts'],
  ['/licences', 'Licences'],
] as const;

function PersonMenu() {
  const { data: me } = useQuery(useTRPC().me.get.queryOptions());
  const name = me?.name ?? me?.email ?? 'You';
  return (
    <HeaderMenu id="person" label={`Signed in as ${name}`} name={<bdi>{name}</bdi>}>
      <Stack gap="xs" align="flex-start">
        <div>
          {me?.name !== undefined && me.name !== null && (
            <Text fw={600}>
              <bdi>{me.name}</bdi>
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {me?.email ?? '…'}
          </Text>
        </div>
        {ways.map(([href, label]) => (
          <TextLink key={href} href={href} onClick={() => hideMenu('person')} size="sm">
            {label}
          </TextLink>
        ))}
        <SignOutButton signOut={signOut} />
      </Stack>
    </HeaderMenu>
  );
}
