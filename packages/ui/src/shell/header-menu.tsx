import { Button, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import classes from './header-menu.module.css';

type Props = {
  /** Id of what opens, by which `hideMenu` closes it. */
  id: string;
  /** What a screen reader hears: «Signed in as …». */
  label: string;
  name: ReactNode;
  /** Beside the name. */
  badge?: ReactNode;
  /** Whether it stands at the start of the header, and has room for its name on a phone. */
  isFirst?: boolean;
  children: ReactNode;
};

/** A button of the header and what it opens, which closes on Escape and on a click outside. */
export function HeaderMenu({ id, label, name, badge, isFirst = false, children }: Props) {
  const first = { 'data-first': isFirst || undefined };
  return (
    <>
      <UnstyledButton className={classes.button} popoverTarget={id} aria-label={label} {...first}>
        <span className={classes.name}>{name}</span>
        <span className={classes.sign} aria-hidden>
          ●
        </span>
        {badge}
        <span aria-hidden>▾</span>
      </UnstyledButton>
      <div id={id} popover="auto" className={classes.panel} {...first}>
        {children}
      </div>
    </>
  );
}

/** For a link in a menu, which would stay open above the page that the link leads to. */
export const hideMenu = (id: string): void => document.getElementById(id)?.hidePopover();

export function SignOutButton({ signOut }: { signOut: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const leave = async (): Promise<void> => {
    setBusy(true);
    await signOut();
    setBusy(false);
  };
  return (
    <Button variant="default" size="xs" loading={isBusy} onClick={() => void leave()}>
      Sign out
    </Button>
  );
}
