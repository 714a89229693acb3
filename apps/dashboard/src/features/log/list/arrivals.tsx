import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { VisuallyHidden } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';

import classes from './event-table.module.css';

/** How often a screen reader hears how many events arrived, in ms. */
const tellEveryMs = 5000;

type Props = { held: number; arrivals: RefObject<number>; showHeld: () => void; onShow: () => void };

/**
 * How many events arrived while somebody was reading, and the way to them. A screen reader hears
 * how many arrived at all.
 */
export function Arrivals({ held, arrivals, showHeld, onShow }: Props) {
  const [told, setTold] = useState('');
  useEffect(() => {
    const tell = (): void => {
      const count = arrivals.current;
      arrivals.current = 0;
      setTold(count > 0 ? countOf(count, 'new event') : '');
    };
    const timer = setInterval(tell, tellEveryMs);
    return () => clearInterval(timer);
  }, [arrivals]);
  return (
    <>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      {held > 0 && (
        <button
          type="button"
          className={classes.arrivals}
          onClick={() => {
            showHeld();
            onShow();
          }}
        >
          {`${formatNumber(held)} new — ↑`}
        </button>
      )}
    </>
  );
}
