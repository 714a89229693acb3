'use client';

import { AppHeader } from '@goal/ui/shell/app-header.tsx';
import { ThemeSwitch } from '@goal/ui/shell/theme-switch.tsx';
import type { ReactNode } from 'react';

import classes from './frame.module.css';
import { PersonMenu } from './person-menu.tsx';

/** Which account this is, the theme, and who is signed in. */
export function Header({ account }: { account: ReactNode }) {
  return (
    <AppHeader home="/accounts" homeTitle="All your accounts" pageWidth="90rem">
      <span className={classes.account}>{account}</span>
      <ThemeSwitch />
      <PersonMenu />
    </AppHeader>
  );
}
