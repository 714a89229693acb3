'use client';

import { ThemeSwitch } from '@goal/ui/shell/theme-switch.tsx';
import Link from 'next/link';
import type { ReactNode } from 'react';

import classes from './frame.module.css';
import { PersonMenu } from './person-menu.tsx';

/** Which account this is, the theme, and who is signed in. */
export function Header({ account }: { account: ReactNode }) {
  return (
    <header className={classes.header}>
      <Link href="/accounts" className={classes.brand} title="All your accounts">
        Goal
      </Link>
      <span className={classes.account}>{account}</span>
      <ThemeSwitch />
      <PersonMenu />
    </header>
  );
}
