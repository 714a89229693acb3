import { Button, Kbd } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';

import classes from './palette-button.module.css';

type Props = {
  /** Names the button on hover: «Jump to an account, site, key, page or action». */
  title: string;
  /** The app's palette. Its code should load when it is first shown (`lateDialog`). */
  palette: ComponentType<{ opened: boolean; onClose: () => void }>;
};

/** The button in the header that opens the palette, and the keys that do the same: Ctrl K, ⌘K. */
export function PaletteButton({ title, palette: Palette }: Props) {
  // The palette's code loads when it first opens, and the component stays mounted.
  const [state, setState] = useState<'unloaded' | 'open' | 'closed'>('unloaded');
  // Mantine's useHotkeys would add half a kB of script to each page.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setState('open');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        className={classes.button}
        onClick={() => setState('open')}
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
      {state !== 'unloaded' && <Palette opened={state === 'open'} onClose={() => setState('closed')} />}
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
