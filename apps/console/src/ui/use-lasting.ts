'use client';

import { useEffect, useState } from 'react';

/** Milliseconds. */
const patience = 200;

/** True once something has been so for a moment: who waits sees that he waits, and what is quick is not held up by the drawing of that. */
export function useLasting(is: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return undefined;
    const timer = setTimeout(() => setLasts(true), patience);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [is]);
  return is && lasts;
}
