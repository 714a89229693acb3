import type { FoundAccountEvent } from '@goal/contract';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';

import type { Heights, Layout } from './layout.ts';
import { useLog } from '../../filters/query/log-context.tsx';

export type TableHandle = {
  /** Goes to the next or former row, which gets the focus, and its event if one is open. */
  step: (by: 1 | -1) => void;
  open: () => void;
  /** Whether somebody reads below the first row, selects text, or has the focus in the list. */
  isReading: () => boolean;
  /** Gives the focus back to the row of an event, or to the list. */
  focus: (id?: number) => void;
};

type List = {
  box: RefObject<HTMLElement | null>;
  layout: Layout;
  heights: Heights & { head: number };
  top: number;
  rowAt: (index: number) => FoundAccountEvent | undefined;
};

/** Which row Tab reaches, and how keys go from row to row, also to rows that are not drawn yet. */
export function useRowFocus(ref: Ref<TableHandle>, { box, layout, heights, top, rowAt }: List) {
  const { state: log, change } = useLog();
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const [, draw] = useState(0);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${active}"]`);
    if (row === null || row === undefined) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });

  const focusRow = (index: number): void => {
    setActive(index);
    wantsFocus.current = true;
    // The same row may take the focus again.
    draw((count) => count + 1);
    const scroller = box.current;
    if (scroller === null) return;
    const [from, to] = [layout.topOf(index) - heights.heading, layout.topOf(index) + heights.row];
    const seen = scroller.clientHeight - heights.head;
    if (from < scroller.scrollTop) scroller.scrollTo({ top: Math.max(0, from) });
    else if (to > scroller.scrollTop + seen) scroller.scrollTo({ top: to - seen });
  };
  const indexOf = (id: number): number => {
    for (let index = 0; index < layout.count; index += 1) if (rowAt(index)?.id === id) return index;
    return -1;
  };
  const toTop = (): void => {
    setActive(0);
    window.getSelection()?.removeAllRanges();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    box.current?.scrollTo({ top: 0 });
  };
  useImperativeHandle(ref, () => ({
    step(by) {
      const open = log.event === '' ? -1 : indexOf(Number(log.event));
      const isFocused = box.current?.contains(document.activeElement) === true || open >= 0;
      const from = open >= 0 ? open : active;
      const to = isFocused ? from + by : Math.max(active, layout.rowAt(top));
      if (to < 0 || to >= layout.count) return;
      focusRow(to);
      const event = rowAt(to);
      if (log.event !== '' && event !== undefined) change({ event: String(event.id) }, 'replace');
    },
    open() {
      const event = rowAt(active);
      if (event !== undefined) change({ event: String(event.id) });
    },
    isReading() {
      const scroller = box.current;
      if (scroller === null) return false;
      const selection = window.getSelection();
      const isSelecting = selection?.isCollapsed === false && scroller.contains(selection.anchorNode);
      return scroller.scrollTop > 0 || isSelecting || scroller.contains(document.activeElement);
    },
    focus(id) {
      const index = id === undefined ? -1 : indexOf(id);
      if (layout.count > 0) focusRow(index < 0 ? Math.min(active, layout.count - 1) : index);
    },
  }));

  return { active, setActive, toTop };
}
