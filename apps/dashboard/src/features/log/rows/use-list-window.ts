import { type RefObject, useLayoutEffect, useState } from 'react';

import type { Heights } from './layout.ts';

type Window = {
  /** How far the list is scrolled, and how much of it is seen, in pixels. */
  top: number;
  height: number;
  heights: Heights & { head: number };
};

const rem = (px: number, factor: number): number => Math.round(px * factor);

/** What of a list its scrolling box shows. Heights follow the reader's size of text. */
export function useListWindow(box: RefObject<HTMLElement | null>): Window {
  const [seen, setSeen] = useState<Window>({ top: 0, height: 800, heights: { row: 32, heading: 32, head: 64 } });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const style = getComputedStyle(element);
      const font = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const of = (name: string): number => rem(font, Number.parseFloat(style.getPropertyValue(name)));
      const row = of('--row');
      const heading = of('--heading');
      const head = of('--head');
      // A step of a row is close enough: the rows around the window are drawn too.
      const top = Math.floor(element.scrollTop / row) * row;
      const height = Math.ceil(element.clientHeight / row) * row;
      setSeen((former) => {
        const { heights } = former;
        const isSame = heights.row === row && heights.heading === heading && heights.head === head;
        if (isSame && former.top === top && former.height === height) return former;
        return { top, height, heights: isSame ? heights : { row, heading, head } };
      });
    };
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    const observer = new ResizeObserver(later);
    observer.observe(element);
    element.addEventListener('scroll', later, { passive: true });
    measure();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      element.removeEventListener('scroll', later);
    };
  }, [box]);
  return seen;
}
