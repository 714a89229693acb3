import { type RefObject, useEffect } from 'react';

import { isForElsewhere, useShortcut } from '../../lib/shortcuts.ts';
import { copyText } from './panel/copy-menu.tsx';
import type { Log } from '../filters/query/log-context.tsx';
import { movedBy } from '../filters/query/time-range.ts';
import type { TableHandle } from './rows/use-row-focus.ts';

type Parts = { log: Log; table: RefObject<TableHandle | null> };

/** Whether a menu is open: Escape closes it alone, and its button may have the focus. */
const isMenuOpen = (): boolean => document.querySelector(':popover-open') !== null;

/**
 * The keys of the list and of the address. Those of one letter are the frame's to switch off; the
 * arrows, Enter and Escape always work.
 */
export function useKeys({ log, table }: Parts): void {
  const move = (lengths: number): void => log.change({ time: movedBy(log.state.time, lengths, Date.now()) });
  useShortcut('j', () => table.current?.step(1));
  useShortcut('k', () => table.current?.step(-1));
  useShortcut('c', () => void copyText('the link', window.location.href));
  useShortcut('[', () => move(-1));
  useShortcut(']', () => move(1));
  useEffect(() => {
    const closeEvent = (): void => {
      log.change({ event: '' });
      table.current?.focus(Number(log.state.event));
    };
    const onRows: Readonly<Record<string, () => void>> = {
      ArrowDown: () => table.current?.step(1),
      ArrowUp: () => table.current?.step(-1),
      Enter: () => table.current?.open(),
    };
    const onKey = (event: KeyboardEvent): void => {
      if (isForElsewhere(event)) return;
      const isRow = event.target instanceof HTMLElement && event.target.matches('[data-row]');
      const isToClose = event.key === 'Escape' && log.state.event !== '' && !isMenuOpen();
      const act = isToClose ? closeEvent : isRow ? onRows[event.key] : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [log, table]);
}
