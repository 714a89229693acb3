import { Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ComponentType, useState } from 'react';

import classes from './palette-button.module.css';

type Props = {
  /** Names the button on hover: «Jump to an account, site, key, page or action». */
  title: string;
  /** The app's palette. Its code should load when it is first shown (`lateDialog`). */
  palette: ComponentType<{ opened: boolean; onClose: () => void }>;
};

/** The button in the header that opens the palette, and the keys that do the same: Ctrl K, ⌘K. */
export function PaletteButton({ title, palette: Palette }: Props) {
  const [isOpen, setOpen] = useState(false);
  // The palette's code loads when it first opens, and the component stays mounted.
  const [isLoaded, setLoaded] = useState(false);
  const open = (): void => {
    setLoaded(true);
    setOpen(true);
  };
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        className={classes.button}
        onClick={open}
        title={title}
        aria-keyshortcuts="Control+K Meta+K"
        leftSection={<SearchIcon />}
        rightSection={
          <Kbd size="xs" aria-hidden>
            Ctrl K
          </Kbd>
        }
      >
        <span className={classes.text}>Jump to …</span>
      </Button>
      {isLoaded && <Palette opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}

function SearchIcon() {
  return (
    <svg width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
      <circle cx="7" cy="7" r="5" />
      <path d="m11 11 4 4" strokeLinecap="round" />
    </svg>
  );
}
