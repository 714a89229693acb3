'use client';

import { bufferKeystrokes } from '@goal/ui/palette/buffered-keystrokes.ts';
import { AppHeader } from '@goal/ui/shell/app-header.tsx';
import { SearchIcon } from '@goal/ui/shell/search-icon.tsx';
import { ThemeSwitch } from '@goal/ui/shell/theme-switch.tsx';
import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState } from 'react';

import classes from './shell.module.css';
import { WhoMenu } from './who-menu.tsx';

const Palette = dynamic(() => import('../features/palette/jump-palette.tsx').then((module) => module.JumpPalette), {
  ssr: false,
});

const pages = [
  { href: '/accounts', label: 'Accounts', also: '/sites' },
  { href: '/plans', label: 'Plans', also: undefined },
  { href: '/actions', label: 'Actions', also: undefined },
];

export function Header() {
  const path = usePathname();
  const [isOpen, setOpen] = useState(false);
  // The palette's code loads when it first opens, and the component stays mounted.
  const [isLoaded, setLoaded] = useState(false);
  const open = (): void => {
    if (!isOpen) bufferKeystrokes();
    setLoaded(true);
    setOpen(true);
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <AppHeader home="/accounts" homeClass={classes.brand} pageWidth="110rem">
      <nav aria-label="Main" className={classes.nav}>
        {pages.map(({ href, label, also }) => (
          <Link
            key={href}
            href={href}
            className={classes.place}
            {...(isAt(path, href) || (also !== undefined && isAt(path, also))
              ? { 'aria-current': 'page' as const }
              : {})}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Button
        variant="default"
        size="xs"
        className={classes.palette}
        onClick={open}
        title="Jump to an account, site, key, page or action"
        aria-keyshortcuts="Control+K Meta+K"
        leftSection={<SearchIcon />}
        rightSection={
          <Kbd size="xs" aria-hidden>
            Ctrl K
          </Kbd>
        }
      >
        <span className={classes.paletteText}>Jump to …</span>
      </Button>
      <ThemeSwitch />
      <WhoMenu />
      {isLoaded && <Palette opened={isOpen} onClose={() => setOpen(false)} />}
    </AppHeader>
  );
}

const isAt = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);
