import { useEffect, useState } from 'react';

const delayMs = 200;

/**
 * Returns true once `is` has stayed true for a short delay, so that fast responses never flash a
 * loading state.
 */
export function useDelayed(is: boolean): boolean {
  const [isDelayed, setDelayed] = useState(false);
  useEffect(() => {
    if (!is) return undefined;
    const timer = setTimeout(() => setDelayed(true), delayMs);
    return () => {
      clearTimeout(timer);
      setDelayed(false);
    };
  }, [is]);
  return is && isDelayed;
}
