import { useEffect, useState } from 'react';

const delayMs = 200;

/** True once `is` has stayed true for a short delay, so that fast answers never flash. */
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
