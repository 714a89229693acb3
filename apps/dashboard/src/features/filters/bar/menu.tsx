import { Button } from '@mantine/core';
import { type ReactNode, type Ref, useState } from 'react';

import classes from './filter-bar.module.css';

type Props = {
  id: string;
  name: string;
  title: ReactNode;
  button: { ref?: Ref<HTMLButtonElement>; size: 'xs' | 'sm'; 'aria-label'?: string };
  /** Loads the code of the content; the button asks for it before the menu is opened. */
  load: () => Promise<unknown>;
  onToggle?: (isOpen: boolean) => void;
  /** The content. It is first drawn when the menu is first opened, and then keeps its state. */
  children: (isOpen: boolean) => ReactNode;
};

export function Menu({ id, name, title, button, load, onToggle, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <div className={classes.menuOf}>
      <Button
        {...button}
        variant="default"
        popoverTarget={id}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
      >
        {title}
      </Button>
      <div
        id={id}
        popover="auto"
        className={classes.menu}
        role="dialog"
        aria-label={name}
        tabIndex={-1}
        onToggle={({ newState, currentTarget }) => {
          const opens = newState === 'open';
          // What is typed from now on is meant for the menu, whose content may still load.
          if (opens && !currentTarget.contains(document.activeElement)) currentTarget.focus();
          setOpen(opens);
          if (opens) setOpened(true);
          onToggle?.(opens);
        }}
      >
        {wasOpened && children(isOpen)}
      </div>
    </div>
  );
}

/** Closes a menu; what had the focus when it opened has it again. */
export const closeMenu = (id: string): void => document.getElementById(id)?.hidePopover();
