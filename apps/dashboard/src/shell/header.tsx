'use client';

import { AppHeader } from '@goal/ui/shell/app-header.tsx';
import { PaletteButton } from '@goal/ui/shell/palette-button.tsx';
import { ThemeSwitch } from '@goal/ui/shell/theme-switch.tsx';
import type { ComponentProps, ReactNode } from 'react';

import classes from './frame.module.css';
import { PersonMenu } from './person-menu.tsx';

export type Palette = ComponentProps<typeof PaletteButton>['palette'];

/** Which account this is, where to jump, the theme, and who is signed in. */
export function Header({ account, palette }: { account: ReactNode; palette: Palette }) {
  return (
    <AppHeader home="/accounts" homeTitle="All your accounts" pageWidth="var(--frame-width, 90rem)">
      <span className={classes.account}>{account}</span>
      <PaletteButton title="Jump to a page, an account or an action" palette={palette} />
      <ThemeSwitch />
      <PersonMenu />
    </AppHeader>
  );
}
