'use client';

import { countOf, formatNumber } from '@goal/ui/lib/numbers.ts';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import classes from './event-table.module.css';

/** How often a screen reader hears how many events arrived, in ms. */
const tellEveryMs = 5000;

type Props = { held: number; showHeld: () => void; onShow: () => void };

/** How many events arrived while somebody was reading, and the way to them. */
export function Arrivals({ held, showHeld, onShow }: Props) {
  const [told, setTold] = useState('');
  const count = useRef(held);
  useEffect(() => {
    count.current = held;
  });
  useEffect(() => {
    const timer = setInterval(
      () => setTold(count.current === 0 ? '' : countOf(count.current, 'new event')),
      tellEveryMs,
    );
    return () => clearInterval(timer);
  }, []);
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
