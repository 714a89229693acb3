import type { ShownBrand } from '@goal/contract';
import { AppHeader } from '@goal/ui/shell/app-header.tsx';
import { PaletteButton } from '@goal/ui/shell/palette-button.tsx';
import { ThemeSwitch } from '@goal/ui/shell/theme-switch.tsx';
import type { ComponentProps, ReactNode } from 'react';

import type { AccountPlace } from '../features/account/places.ts';
import { BrandMark } from '../features/brand/brand-mark.tsx';
import classes from './frame.module.css';
import { KeysHelp } from './keys-help.tsx';
import { PersonMenu } from './person-menu.tsx';

export type Palette = ComponentProps<typeof PaletteButton>['palette'];

/** The brand of the page: null is the product's own, undefined is not known yet. */
export type Brand = ShownBrand | undefined;

type Props = { brand: Brand; account: ReactNode; palette: Palette; places: readonly AccountPlace[] };

/** Which account this is, where to jump, the theme, and who is signed in. */
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
