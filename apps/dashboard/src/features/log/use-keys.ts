'use client';

import { useRouter } from 'next/navigation';
import { type RefObject, useEffect, useRef } from 'react';

import { pathOfAccount } from '../../lib/paths.ts';
import { filterButtonId } from './add-filter.tsx';
import type { TableHandle } from './use-row-focus.ts';
import { exportButtonId } from './export-menu.tsx';
import { searchId } from './filter-bar.tsx';
import { helpButtonId } from './keys-help.tsx';
import { areKeysOn } from './keys-switch.ts';
import type { Log } from './log-context.tsx';
import { copyText } from './copy-menu.tsx';
import { liveButtonId } from './page-actions.tsx';
import { timeButtonId } from './time-menu.tsx';
import { movedBy } from './time-range.ts';
import { viewButtonId } from './view-menu.tsx';

const click = (id: string): void => document.getElementById(id)?.click();

const pages: Readonly<Record<string, string>> = {
  l: '/log',
  s: '/sites',
  g: '/groups',
  u: '/usage',
  k: '/settings/keys',
  m: '/settings/members',
  r: '/settings/record',
};

type Parts = { log: Log; table: RefObject<TableHandle | null> };

/**
 * The keys of the page (WCAG 2.1.4: those of one letter can be switched off). None counts while a
 * field or a dialog has the focus.
 */
export function useKeys({ log, table }: Parts): void {
  const router = useRouter();
  const goes = useRef(0);
  useEffect(() => {
    const id = /^\/a\/([^/]+)/.exec(window.location.pathname)?.[1] ?? '';
    const acts: Readonly<Record<string, () => void>> = {
      '/': () => document.getElementById(searchId)?.focus(),
      j: () => table.current?.step(1),
      k: () => table.current?.step(-1),
      f: () => click(filterButtonId),
      t: () => click(timeButtonId),
      c: () => void copyText('the link', window.location.href),
      s: () => click(viewButtonId),
      e: () => click(exportButtonId),
      l: () => click(liveButtonId),
      '?': () => click(helpButtonId),
      '[': () => log.change({ time: movedBy(log.state.time, -1, Date.now()) }),
      ']': () => log.change({ time: movedBy(log.state.time, 1, Date.now()) }),
      g: () => {
        goes.current = Date.now();
      },
    };
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
      const { target, key } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (
        !(target instanceof HTMLElement) ||
        target.closest('input, textarea, select, [role=dialog], [contenteditable]')
      )
        return;
      const isGoing = Date.now() - goes.current < 1500;
      goes.current = 0;
      const act = actOf({ key, isRow: target.matches('[data-row]'), isGoing });
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    const actOf = ({
      key,
      isRow,
      isGoing,
    }: {
      key: string;
      isRow: boolean;
      isGoing: boolean;
    }): (() => void) | undefined => {
      if (key === 'Escape' && log.state.event !== '') {
        return closeEvent;
      }
      if (isRow && onRows[key] !== undefined) return onRows[key];
      if (!areKeysOn()) return undefined;
      const page = isGoing ? pages[key] : undefined;
      return page === undefined ? acts[key] : () => router.push(`${pathOfAccount(id)}${page}`);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [log, table, router]);
}
